"""Names and messages: that both languages have all of them, and that the French is French."""

from __future__ import annotations

import copy
import pickle
import re
import string
from collections.abc import Callable, Iterator
from functools import partial

import attrs
import pytest

from charlemagne import (
    AskPartner,
    Bid,
    Card,
    CardSet,
    CharlemagneError,
    Contract,
    Discard,
    GiveCard,
    Hidden,
    Move,
    NameTrump,
    Pass,
    Phase,
    Play,
    Rank,
    Reason,
    Seat,
    Side,
    Suit,
    TakeKitty,
    Violation,
    parse_move,
    view,
    why_illegal,
)
from charlemagne.names import (
    FRENCH_WORDING,
    Language,
    UnknownLanguage,
    card_name,
    card_symbol,
    contract_name,
    message,
    move_name,
    phase_name,
    rank_name,
    seat_name,
    side_name,
    suit_name,
)
from charlemagne.refusals import ENGLISH_WORDING
from support import (
    CONTRACTS,
    F1,
    F9,
    PACK,
    PHASES,
    SUITS,
    cards_named_in,
    line,
    position,
    some_of_every_move,
)
from test_refusals import (
    CASES,
    FOLLOW,
    FORCED,
    IN_MAINE,
    JOKER_HELD,
    JOKER_LED,
    JOKERS_HELD,
    NAMED,
    SPADE_HELD,
    Case,
)

ALL_CARDS = [Card.parse(text) for text in PACK]

# Words that English and French spell alike: contracts apart, these are all that may be found in
# the texts of both.
COMMON_WORDS = {"a", "as", "joker", "jokers"}
TITLES = {word.lower() for contract in Contract for word in contract.title.split()}


def words_of(text: str) -> set[str]:
    """The words of a text, without the texts of values and the id of the rule."""
    said = re.sub(r"\([a-z.-]+\)$|\b[A-Z0-9]{1,2}\b", " ", text)
    return {word.lower() for word in re.findall(r"[^\W\d_]+", said)} - TITLES


def places_of(sentence: str) -> set[str]:
    """The names of the places that a sentence has."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


# Names

NAMERS: list[tuple[Callable[..., str], list[object]]] = [
    (card_name, [*ALL_CARDS]),
    (card_symbol, [*ALL_CARDS]),
    (suit_name, [*Suit]),
    (rank_name, [*Rank]),
    (seat_name, [*Seat]),
    (side_name, [*Side]),
    (contract_name, [*Contract]),
    (phase_name, [*Phase]),
]
every_namer = pytest.mark.parametrize(
    ("name", "things"), NAMERS, ids=[name.__name__ for name, _ in NAMERS]
)
every_language = pytest.mark.parametrize("language", list(Language))

MOVES: list[Move | Hidden] = [
    Pass(),
    *(Bid(contract) for contract in CONTRACTS),
    TakeKitty(),
    AskPartner(),
    *(AskPartner(card) for card in ALL_CARDS),
    *(GiveCard(card) for card in ALL_CARDS),
    *(Discard(ALL_CARDS[:count]) for count in range(4)),
    *(Discard([card]) for card in ALL_CARDS[1:]),
    *(NameTrump(suit) for suit in SUITS),
    *(Play(card) for card in ALL_CARDS),
    Hidden(GiveCard),
    Hidden(Discard),
]


@every_language
@every_namer
def test_every_thing_has_a_name_of_its_own(
    name: Callable[..., str], things: list[object], language: Language
) -> None:
    """Nothing is without a name, and no two things of a kind have the same."""
    names = [name(thing, language) for thing in things]
    assert len(set(names)) == len(things)
    assert all(text and text == text.strip() for text in names)


@every_namer
def test_english_is_the_default_and_a_text_names_a_language(
    name: Callable[..., str], things: list[object]
) -> None:
    """The language can be left out, and can be given as its text."""
    for thing in things:
        assert name(thing) == name(thing, "en") == name(thing, Language.EN)
        assert name(thing, "fr") == name(thing, Language.FR)


@pytest.mark.parametrize(
    ("text", "english", "french", "short"),
    [
        ("7C", "the 7 of clubs", "le 7 de trèfle", "7♣"),
        ("8D", "the 8 of diamonds", "le 8 de carreau", "8♦"),
        ("9H", "the 9 of hearts", "le 9 de cœur", "9♥"),
        ("TS", "the 10 of spades", "le 10 de pique", "10♠"),
        ("JC", "the jack of clubs", "le valet de trèfle", "V♣"),
        ("QH", "the queen of hearts", "la dame de cœur", "D♥"),
        ("KD", "the king of diamonds", "le roi de carreau", "R♦"),
        ("AS", "the ace of spades", "l'as de pique", "A♠"),
        ("LO", "the low joker", "le Bonhomme", "☆"),
        ("HI", "the high joker", "la Blanche", "★"),
    ],
)
def test_card_names(text: str, english: str, french: str, short: str) -> None:
    """Every rank with its article, and the jokers as the French card of rules calls them."""
    card = Card.parse(text)
    assert (card_name(card), card_name(card, "fr")) == (english, french)
    assert (card_symbol(card), card_symbol(card, "fr")) == (card.symbol, short)


def test_names_of_the_rest() -> None:
    """The other names, in full."""
    assert [suit_name(suit, "fr") for suit in Suit] == ["trèfle", "carreau", "cœur", "pique"]
    assert [suit_name(suit) for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert [rank_name(rank) for rank in Rank] == "7 8 9 10 jack queen king ace".split()
    assert [rank_name(rank, "fr") for rank in Rank] == "7 8 9 10 valet dame roi as".split()
    assert [seat_name(seat) for seat in Seat] == ["North", "East", "South", "West"]
    assert [seat_name(seat, "fr") for seat in Seat] == ["Nord", "Est", "Sud", "Ouest"]
    assert [side_name(side) for side in Side] == ["North-South", "East-West"]
    assert [side_name(side, "fr") for side in Side] == ["Nord-Sud", "Est-Ouest"]
    for language in Language:
        assert [contract_name(bid, language) for bid in Contract] == [bid.title for bid in Contract]
    assert [phase_name(phase) for phase in Phase] == [
        "auction",
        "choice of trump",
        "choice of aid",
        "request for a card",
        "gift of a card",
        "discard",
        "play",
        "end of the hand",
        "end of the game",
    ]
    assert [phase_name(phase, "fr") for phase in Phase] == [
        "annonces",
        "choix de l'atout",
        "choix de l'aide",
        "demande d'une carte",
        "don d'une carte",
        "écart",
        "jeu de la carte",
        "fin de la donne",
        "fin de la partie",
    ]


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("P", "passes", "passe"),
        ("5", "bids 5", "annonce 5"),
        ("C", "bids Charlemagne", "annonce Charlemagne"),
        ("GM", "bids Gros Mulot", "annonce Gros Mulot"),
        ("K", "takes the kitty", "prend la veuve"),
        ("A", "asks for a card", "demande une carte"),
        ("A:QH", "asks for the queen of hearts", "demande la dame de cœur"),
        (">HI", "gives the high joker", "donne la Blanche"),
        ("-AH", "discards the ace of hearts", "écarte l'as de cœur"),
        (
            "-7H.8H",
            "discards the 7 of hearts and the 8 of hearts",
            "écarte le 7 de cœur et le 8 de cœur",
        ),
        (
            "-7C.KD.LO",
            "discards the 7 of clubs, the king of diamonds and the low joker",
            "écarte le 7 de trèfle, le roi de carreau et le Bonhomme",
        ),
        ("-", "discards nothing", "n'écarte rien"),
        ("=S", "names spades as trump", "nomme pique comme atout"),
        ("JC", "plays the jack of clubs", "joue le valet de trèfle"),
    ],
)
def test_move_names(text: str, english: str, french: str) -> None:
    """Every kind of move, as a log tells it after the name of a seat."""
    move = parse_move(text)
    assert move_name(move) == move_name(move, "en") == english
    assert move_name(move, "fr") == move_name(move, Language.FR) == french


@every_language
def test_every_move_has_a_name_of_its_own(language: Language) -> None:
    """No kind of move is without one, nor what a view shows of a secret one."""
    names = [move_name(move, language) for move in MOVES]
    assert len(set(names)) == len(MOVES)
    assert {type(move) for move in MOVES} == {*ENGLISH_WORDING.done, Hidden}


def test_names_of_hidden_moves() -> None:
    """Of a secret move it is said that it was made, in a view's history as well."""
    assert [move_name(Hidden(GiveCard), language) for language in Language] == [
        "gives a card",
        "donne une carte",
    ]
    assert [move_name(Hidden(Discard), language) for language in Language] == [
        "discards",
        "fait son écart",
    ]
    told = [move_name(move, "fr") for move in view(position(F1.start), Seat.EAST).moves]
    assert told[-2:] == ["fait son écart", "nomme cœur comme atout"]
    assert "passe" in told


def test_no_english_is_left_in_the_french_names() -> None:
    """The names of the two languages share no word but those that are spelt alike."""
    namers: list[tuple[Callable[..., str], list[object]]] = [*NAMERS, (move_name, [*MOVES])]
    english, french = (
        {
            word
            for name, things in namers
            for thing in things
            for word in words_of(name(thing, language))
        }
        for language in Language
    )
    assert english & french <= COMMON_WORDS


# Messages


def engine_violations() -> Iterator[Violation]:
    """Refusals by the engine: every move that there is, in the positions of every reason."""
    for text in sorted({told.text for told in CASES} | {text for text, _ in PHASES.values()}):
        state = position(text)
        for move in some_of_every_move(state):
            for by in (None, *Seat):
                violation = why_illegal(state, move, by=by)
                if violation is not None:
                    yield violation


@pytest.fixture(scope="module")
def violations() -> list[Violation]:
    """All those refusals."""
    return list(engine_violations())


def refused(text: str, move: str, by: Seat | None = None) -> Violation:
    """Why a move is refused."""
    violation = why_illegal(position(text), parse_move(move), by=by)
    assert violation is not None
    return violation


def plain(text: str) -> str:
    """A French message with plain spaces alone."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_french_has_every_text_that_english_has() -> None:
    """No sentence, join, suit, phase or kind of move is missing, and none is empty."""
    english, french = ENGLISH_WORDING, FRENCH_WORDING
    assert set(french.sentences) == set(english.sentences)
    assert set(french.joins) >= set(english.joins)
    assert set(french.suits) == set(english.suits) == {*Suit, None}
    assert set(french.done) == set(english.done)
    over = {Phase.HAND_OVER, Phase.GAME_OVER}
    assert set(french.to_do) == set(english.to_do) == {str(it) for it in Phase if it not in over}
    for texts in [french.sentences, french.joins, french.to_do]:
        assert all(texts.values())
    assert all([*french.suits.values(), *french.done.values()])


@pytest.mark.parametrize("key", list(ENGLISH_WORDING.sentences))
def test_french_sentences_have_the_places_of_the_english(key: str) -> None:
    """They name the same things, and list them with words that there are."""
    french = FRENCH_WORDING.sentences[key]
    assert places_of(french) == places_of(ENGLISH_WORDING.sentences[key])
    ways = {way for _, _, way, _ in string.Formatter().parse(french) if way}
    assert ways <= {*FRENCH_WORDING.joins, "to_do", "led"}


@pytest.mark.parametrize("told", CASES, ids=lambda told: str(told.name))
def test_every_refusal_can_be_said(told: Case) -> None:
    """In English it is the violation's own message, and in French it names the same rule."""
    violation = refused(told.text, told.move)
    assert message(violation) == message(violation, "en") == violation.message
    french = message(violation, Language.FR)
    assert french == message(violation, "fr") != violation.message
    assert french.endswith(f" ({told.rule})")
    assert "{" not in french


def test_every_sentence_is_said_by_the_engine(violations: list[Violation]) -> None:
    """No sentence stands there unused, and every reason is among the refusals tried here."""
    said = {violation._sentence for violation in violations}
    facts = [dict(violation._facts) for violation in violations]
    said |= {f"instead.{told['instead']}" for told in facts if "instead" in told}
    assert said == set(ENGLISH_WORDING.sentences)
    assert {violation.reason for violation in violations} == set(Reason)


def test_messages_name_the_same_things_in_both_languages(violations: list[Violation]) -> None:
    """French names the rule, the cards, contracts and seats that English names, and no others."""
    for violation in violations:
        english, french = message(violation, "en"), message(violation, "fr")
        assert english == violation.message
        assert french.endswith(f" ({violation.rule})")
        assert cards_named_in(french) == cards_named_in(english)
        values = r"\b(?:[NESW]|NS|EW|[0-9]+|M|C|GM|GC)\b(?!'est)"
        # A single card is "une carte": 1 would be read as "un".
        numbers = re.sub(r"\b(écartez|écarter|et non) une\b", r"\1 1", french)
        assert set(re.findall(values, numbers)) == set(re.findall(values, english))


def test_no_english_is_left_in_the_french_messages(violations: list[Violation]) -> None:
    """The messages of the two languages share no word but those that are spelt alike."""
    english, french = (
        {word for violation in violations for word in words_of(message(violation, language))}
        for language in Language
    )
    assert english & french <= COMMON_WORDS
    assert {"trump", "pass", "kitty"} <= english
    assert {"atout", "veuve", "fournir", "écarter"} <= french


def test_french_messages_are_set_as_french_is(violations: list[Violation]) -> None:
    """No line can begin with a colon, no space is doubled, and what elides is elided."""
    for text in sorted({message(violation, "fr") for violation in violations}):
        assert text.count(":") == text.count("\N{NO-BREAK SPACE}:")
        assert "  " not in plain(text)
        assert text[0].isupper() or text[0].isdigit()
        assert not re.search(r"\b(?:de|le|la|ne|que|se|me|te|je) [aeiouéèêœh]", text)


CANNOT_FOLLOW = "Vous ne pouvez pas fournir et vous avez"
OR_ANY = "demandez une carte que vous n'avez pas, ou laissez le choix à votre partenaire"
KITTY_OR_CARD = "prendre la veuve ou demander une carte à votre partenaire"
MUST_BID = "comme donneur, vous devez annoncer au moins 5"
FOLLOW_WITH_ONE = "fournissez l'une de ces cartes"
ASK_OR_TAKE = "demandez-en une au choix de votre partenaire, ou prenez la veuve"


@pytest.mark.parametrize(
    ("text", "move", "french"),
    [
        (F9.line, "P", "La partie est finie : le camp NS a atteint 32 (target)"),
        (F1.line, "P", "La donne est finie : distribuez la suivante (turn)"),
        (
            PHASES["AUCTION"][0],
            "K",
            "Vous devez passer ou annoncer, et non prendre la veuve (turn)",
        ),
        (PHASES["DISCARD"][0], "=H", "Vous devez écarter, et non nommer l'atout (turn)"),
        (PHASES["TRUMP"][0], "-7C", "Vous devez nommer l'atout, et non écarter (turn)"),
        (PHASES["AID"][0], "5", f"Vous devez {KITTY_OR_CARD}, et non annoncer (turn)"),
        (
            line("P P P 5 =C", **IN_MAINE),
            "HI",
            "On joue sans jokers, donc sans HI : jouez 7H, 8H, ",
        ),
        (
            line("GC P P P >7D", **IN_MAINE),
            "-LO.HI",
            "On joue sans jokers, donc sans LO ni HI : écartez une carte parmi 7D, ",
        ),
        (
            line("C P P P", **IN_MAINE),
            "A:LO",
            f"On joue sans jokers, donc sans LO : {OR_ANY} (pack)",
        ),
        (FOLLOW, "KC", "Vous n'avez pas KC en main : jouez QC ou AC (hand)"),
        (PHASES["GIVE"][0], ">HI", "Vous n'avez pas HI en main : donnez "),
        (
            PHASES["DISCARD"][0],
            "-7C.8C",
            "Vous n'avez pas 7C ni 8C en main : écartez 2 cartes parmi QC, KC, ",
        ),
        (line("8 M"), "8", "8 ne bat pas M : annoncez C, GM ou GC, ou bien passez (bid.higher)"),
        (line("GC"), "GC", "GC ne bat pas GC : vous ne pouvez que passer (bid.higher)"),
        (FORCED, "P", f"Les trois autres ont passé : {MUST_BID} (bid.dealer-forced)"),
        (PHASES["ASK"][0], "A:JD", f"Vous avez déjà JD en main : {OR_ANY} (named-card)"),
        (
            PHASES["AID"][0],
            "A:AS",
            f"Ici, on ne nomme pas la carte demandée : {ASK_OR_TAKE} (named-card)",
        ),
        (
            NAMED,
            ">AD",
            "Votre partenaire a demandé la carte LO, et vous l'avez : donnez-la (named-card)",
        ),
        (
            PHASES["DISCARD"][0],
            "-QC",
            "Vous devez écarter 2 cartes, et non une (trick-bid)",
        ),
        (
            line("GC P P P >7D", **IN_MAINE),
            "-",
            "Vous devez écarter une carte, et non 0 (gros-charlemagne)",
        ),
        (
            SPADE_HELD,
            "HI",
            "On a demandé pique et vous avez 8S : fournissez cette carte (play.follow)",
        ),
        (
            FOLLOW,
            "JC",
            f"On a demandé trèfle et vous avez QC et AC : {FOLLOW_WITH_ONE} (play.follow)",
        ),
        (
            F1.until_trick(6) + " JD TC",
            "QD",
            "On a demandé atout et vous avez TH : fournissez cette carte (play.follow)",
        ),
        (
            JOKER_LED,
            "AD",
            "Un joker a été entamé et vous avez l'autre, HI : jouez-le (mulot.jokers)",
        ),
        (JOKER_HELD, "7D", f"{CANNOT_FOLLOW} le joker HI : jouez-le (mulot.jokers)"),
        (
            JOKERS_HELD,
            "KD",
            f"{CANNOT_FOLLOW} les jokers LO et HI : jouez l'un des deux (mulot.jokers)",
        ),
    ],
)
def test_french_messages(text: str, move: str, french: str) -> None:
    """Every sentence word for word, but for long lists of cards."""
    assert plain(message(refused(text, move), "fr")).startswith(french)


def test_french_message_of_another_seats_turn() -> None:
    """A seat that is not on move is told whose turn it is."""
    violation = refused(PHASES["PLAY"][0], "HI", by=Seat.SOUTH)
    assert message(violation, "fr") == "C'est le tour du joueur E, et non le vôtre (turn)"


def test_french_outlasts_a_pickle_and_a_copy() -> None:
    """A violation that was sent to another process can be said there in every language."""
    violation = refused(JOKER_LED, "AD")
    for kept in (pickle.loads(pickle.dumps(violation)), copy.copy(violation)):
        assert message(kept, "fr") == message(violation, "fr")


@every_language
def test_violation_of_another_origin_gives_its_own_message(language: Language) -> None:
    """Where it is not known what is said there is nothing to translate."""
    own = Violation(Reason.MUST_BID, "bid.dealer-forced", Pass(), "Bid, please.")
    assert message(own, language) == "Bid, please."


def test_english_is_what_the_violation_says() -> None:
    """A message that somebody has laid over the engine's is given as it is."""
    violation = attrs.evolve(refused(JOKER_LED, "AD"), message="Play it.")
    assert message(violation) == "Play it."


# What is no language, and what has no name


@pytest.mark.parametrize("text", ["de", "", "FR", "fr-CA", "fr_CA", "French", "EN", " en"])
def test_unknown_language_is_an_error_that_names_the_known(text: str) -> None:
    """It is a `ValueError` and a `CharlemagneError`, from every function and the enum alike."""
    asks: list[Callable[[], object]] = [
        lambda: Language(text),
        lambda: move_name(Pass(), text),
        lambda: message(refused(F1.line, "P"), text),
    ]
    asks += [partial(name, things[0], text) for name, things in NAMERS]
    for ask in asks:
        with pytest.raises(UnknownLanguage) as error:
            ask()
        assert isinstance(error.value, ValueError)
        assert isinstance(error.value, CharlemagneError)
        assert str(error.value) == (
            f"{text!r} is no language of names and messages; there are en, fr"
        )


@pytest.mark.parametrize("language", [None, 1, b"fr", ["fr"], Language], ids=repr)
def test_what_is_no_text_is_no_language(language: object) -> None:
    """It is a `TypeError`."""
    for name, things in NAMERS:
        with pytest.raises(TypeError, match="a language is a Language or its text"):
            name(things[0], language)


@every_namer
def test_what_is_of_another_kind_has_no_name(
    name: Callable[..., str], things: list[object]
) -> None:
    """A text, a number or a value of another kind is a `TypeError` that shows it."""
    others = [Card.HIGH_JOKER, Suit.CLUBS, Rank.ACE, Seat.EAST, Side.NS, Contract.FIVE, Phase.PLAY]
    strangers: list[object] = [None, 0, True, str(things[0]), [things[0]], CardSet(), Pass()]
    strangers += [other for other in others if type(other) is not type(things[0])]
    for stranger in strangers:
        with pytest.raises(TypeError, match=re.escape(repr(stranger))):
            name(stranger)


@pytest.mark.parametrize("thing", [None, "P", Card.HIGH_JOKER, Contract.FIVE, Pass, 0], ids=repr)
def test_what_is_no_move_and_no_violation_has_no_text(thing: object) -> None:
    """It is a `TypeError` too."""
    says: list[Callable[..., str]] = [move_name, message]
    for say in says:
        with pytest.raises(TypeError, match=re.escape(repr(thing))):
            say(thing)
