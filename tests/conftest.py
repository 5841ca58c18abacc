"""How deep the property tests look, and the seed that a run can be repeated with.

`ci` is the profile of every run; `nightly`, chosen with `--hypothesis-profile nightly`, looks fifty
times deeper. `mutants` is that of the mutation tests, where a few examples are tried on each of
thousands of programs, and a failure is all that they want to know.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, settings

EXAMPLES = 50

for name, depth in {"ci": 1, "nightly": 50}.items():
    settings.register_profile(
        name,
        max_examples=depth * EXAMPLES,
        deadline=None,
        derandomize=False,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )

settings.register_profile(
    "mutants",
    settings.get_profile("ci"),
    max_examples=5,
    phases=[Phase.explicit, Phase.generate],
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw a seed if none is given; a run's workers are told the one that was drawn."""
    if config.option.hypothesis_profile is None:
        config.option.hypothesis_profile = "ci"
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(10**9))


def pytest_report_header(config: pytest.Config) -> str:
    """Say what repeats the run."""
    profile, seed = config.option.hypothesis_profile, config.option.hypothesis_seed
    return f"properties: --hypothesis-profile={profile} --hypothesis-seed={seed}"
