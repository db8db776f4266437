"""Unseen requests over ten simple tools of a town: library, evening school, canteen, mountains, buses, bills.

They were written by an author who had not read the rules of the system under test. Names stand in the requests as in
the tools' tables (also in lower-case requests), except where an error has to be mended. Each request says which calls
have to bring something, and what the answer has to hold.
"""
# ruff: noqa: RUF001

from typing import Any

from smurfs_graph import ToolError, effects
from tests.benchmarks.guided_requests import Request, known, single

_AUTHORS = {"Salt Road": "Ingrid Vale", "The Glass Orchard": "Paul Nkemi", "Night Ferry": "Rosa Lindt", "茶馆": "老舍"}
_LOANS = {4417: "Salt Road", 5203: "Night Ferry", 6128: "The Glass Orchard"}
_ROOMS = {"Judo": "C07", "Pottery": "A21", "Ikebana": "D15", "书法": "E33"}
_KEYHOLDERS = {"C07": "Marta Blom", "A21": "Idris Cole", "D15": "Yuki Hara", "E33": "Nils Aaker"}
_CALORIES = {"lasagne": 640, "lentil soup": 285, "Pad Thai": 715, "宫保鸡丁": 530}
_HEIGHTS = {"Zugspitze": 2962, "Triglav": 2864, "Ben Nevis": 1345, "泰山": 1533, "黄山": 1864}
_TICKETS = {"single": 2.4, "day": 6.5, "month": 58}


@effects("read")
def get_author(book: str) -> str:
    """Get the author of a book by its title."""
    return f"{book} was written by {known(_AUTHORS, book, 'book')}"


@effects("read")
def get_loan(card: int) -> dict[str, Any]:
    """Get the book that is on loan to a library card, by the card's number."""
    return {"card": card, "book": known(_LOANS, card, "card")}


@effects("read")
def get_room(course: str) -> dict[str, Any]:
    """Get the room in which a course of the evening school is held."""
    return {"course": course, "room": known(_ROOMS, course, "course")}


@effects("read")
def get_keyholder(room: str) -> str:
    """Get the person who holds the key of a room."""
    return str(known(_KEYHOLDERS, room, "room"))


@effects("read")
def get_calories(dish: str) -> str:
    """Get the calories in a portion of a dish."""
    return f"{known(_CALORIES, dish, 'dish')} kcal"


@effects("read")
def get_height(mountain: str) -> str:
    """Get the height of a mountain in metres."""
    return f"{known(_HEIGHTS, mountain, 'mountain')} metres"


@effects("read")
def get_fare(zone: int, ticket: str) -> str:
    """Get the price of a bus ticket for a zone and a kind of ticket."""
    if zone not in (1, 2, 3):
        raise ToolError(f"there is no zone {zone!r:.20}; zones are 1, 2 and 3")
    if ticket not in _TICKETS:
        raise ToolError(f"ticket {ticket!r:.40} is not sold; allowed values are single, day, month")
    return f"{_TICKETS[ticket] * zone:g} euros"


@effects("read")
def split_bill(total: float, people: int) -> str:
    """Split a bill evenly: what each person pays."""
    if people < 1:
        raise ToolError("people must be 1 or more")
    return f"{total / people:g} euros each"


@effects("read")
def live_departures(stop: str) -> str:
    """Get the time of the next bus at a stop, live from the bus company."""
    raise ConnectionError(f"the live departures for {stop} did not respond")


@effects("read")
def printed_timetable(stop: str) -> str:
    """Look up the time of the next bus at a stop in the printed timetable."""
    return f"the next bus at {stop} leaves at {_departure(stop)}"


def _departure(stop: str) -> str:
    return f"{9 + len(stop) % 7}:25"


TOOLS: list[Any] = [
    get_author, get_loan, get_room, get_keyholder, get_calories, get_height, get_fare, split_bill, live_departures,
    printed_timetable,
]  # fmt: skip


def requests() -> list[Request]:
    """All forty, kind after kind."""
    singles = [
        single("Who wrote The Glass Orchard?", "get_author", "The Glass Orchard", answer="Paul Nkemi"),
        single("My aunt keeps raving about a novel called Night Ferry but never says who it's by. Who is the author?",
                "get_author", "Night Ferry", answer="Rosa Lindt"),
        single("what book is out on card 5203", "get_loan", 5203, answer="Night Ferry"),
        single("Could you check which book is currently on loan to library card number 6128, please?",
                "get_loan", 6128, answer="The Glass Orchard"),
        single("Where does the Pottery course meet?", "get_room", "Pottery", answer="A21"),
        single("Hi! It's my first evening of Judo today and I'm a bit nervous, which room do I have to go to?",
                "get_room", "Judo", answer="C07"),
        single("Who's got the key to D15?", "get_keyholder", "D15", answer="Yuki Hara"),
        single("I'm locked out of room A21 again. Tell me who holds the key.",
                "get_keyholder", "A21", answer="Idris Cole"),
        single("calories lentil soup", "get_calories", "lentil soup", answer="285"),
        single("how many kcal does a plate of lasagne have? i'm trying to watch what i eat",
                "get_calories", "lasagne", answer="640"),
        single("How tall is Ben Nevis?", "get_height", "Ben Nevis", answer="1345"),
        single("We want to go up Triglav next summer; how many metres is it, actually?",
                "get_height", "Triglav", answer="2864"),
        single("What does a day ticket for zone 3 cost?", "get_fare", 3, "day", answer="19.5"),
        single("price of a single ticket, zone 2", "get_fare", 2, "single", answer="4.8"),
        single("There were 4 of us at dinner and the bill came to 130 euros. What does each of us owe?",
                "split_bill", 130, 4, answer="32.5"),
        single("Look in the printed timetable and tell me when the next bus goes from Weavers Row.",
                "printed_timetable", "Weavers Row", answer=_departure("Weavers Row")),
    ]  # fmt: skip
    return [*singles, *_twos(), *_chains(), *_failing(), *_mendable()]


def _twos() -> list[Request]:
    def both(text: str, first: tuple[str, Any], second: tuple[str, Any], *values: str) -> Request:
        return Request("two", text, tuple((tool, (value,)) for tool, value in (first, second)), values)

    author, height, room, key, kcal = "get_author", "get_height", "get_room", "get_keyholder", "get_calories"
    return [
        both("How high are the Zugspitze and Ben Nevis?", (height, "Zugspitze"), (height, "Ben Nevis"), "2962", "1345"),
        both("who wrote Salt Road and who wrote Night Ferry", (author, "Salt Road"), (author, "Night Ferry"),
             "Ingrid Vale", "Rosa Lindt"),
        both("I can't decide between the lasagne and the Pad Thai. Give me the calories of each.", (kcal, "lasagne"),
             (kcal, "Pad Thai"), "640", "715"),
        both("My son does Judo, my daughter does Ikebana. Which rooms are they in?", (room, "Judo"), (room, "Ikebana"),
             "C07", "D15"),
        both("Which books are on loan to cards 4417 and 6128?", ("get_loan", 4417), ("get_loan", 6128),
             "Salt Road", "The Glass Orchard"),
        both("Tell me who has the key for E33, and also how high Triglav is.", (key, "E33"), (height, "Triglav"),
             "Nils Aaker", "2864"),
        both("Two quick things: the author of The Glass Orchard, and calories in the lentil soup.",
             (author, "The Glass Orchard"), (kcal, "lentil soup"), "Paul Nkemi", "285"),
        both("what room is Pottery in? oh and which book do I still have out, my card is 5203", (room, "Pottery"),
             ("get_loan", 5203), "A21", "Night Ferry"),
    ]  # fmt: skip


def _chains() -> list[Request]:
    def loan(text: str, card: int) -> Request:
        book = _LOANS[card]
        return Request("chain", text, (("get_loan", (card,)), ("get_author", (book,))), (_AUTHORS[book],))

    def key(text: str, course: str) -> Request:
        room = _ROOMS[course]
        return Request("chain", text, (("get_room", (course,)), ("get_keyholder", (room,))), (_KEYHOLDERS[room],))

    return [
        loan("Who is the author of the book that's on loan to card 4417?", 4417),
        loan("I've got something out on my library card, 5203, and forgot what it is. Who wrote it?", 5203),
        loan("find out who wrote the book lent on card 6128", 6128),
        key("Who has the key of the room where Judo is held?", "Judo"),
        key("The door is locked and my Pottery course should have begun by now. Who holds the key to its room?",
            "Pottery"),
        key("get me the keyholder for the room of the Ikebana course", "Ikebana"),
    ]  # fmt: skip


def _failing() -> list[Request]:
    texts = [
        ("When's the next bus at Mill Lane?", "Mill Lane"),
        ("Check the live departures for Town Hall, when does the next bus leave?", "Town Hall"),
        ("next bus from Kirkgate please", "Kirkgate"),
        ("I'm standing at Old Bridge in the pouring rain. What time does the next bus come?", "Old Bridge"),
        ("Tell me the time of the next bus at the stop Station Road, live if you can.", "Station Road"),
    ]
    return [
        Request("failing tool", text, (("printed_timetable", (stop,)),), (_departure(stop),)) for text, stop in texts
    ]


def _mendable() -> list[Request]:
    def mend(text: str, tool: str, *values: Any, answer: str) -> Request:
        return Request("mendable error", text, ((tool, values),), (answer,))

    return [
        mend("How much is a monthly ticket for zone 2?", "get_fare", 2, "month", answer="116"),
        mend("what's a one-way ticket in zone 3", "get_fare", 3, "single", answer="7.2"),
        mend("I'll be riding around town all day tomorrow, so what would a daily pass for zone 2 cost me?",
             "get_fare", 2, "day", answer="13"),
        mend("How many calories are there in the lasagna?", "get_calories", "lasagne", answer="640"),
        mend("Tell me the height of the Zugspize", "get_height", "Zugspitze", answer="2962"),
    ]  # fmt: skip


def german_requests() -> list[Request]:
    """Ten single calls in German over the same tools."""
    return [
        single("Wie hoch ist die Zugspitze?", "get_height", "Zugspitze", answer="2962"),
        single("Wer hat eigentlich Salt Road geschrieben?", "get_author", "Salt Road", answer="Ingrid Vale"),
        single("Sag mir bitte, welches Buch gerade auf die Karte 4417 ausgeliehen ist.",
                "get_loan", 4417, answer="Salt Road"),
        single("in welchem raum ist der kurs Ikebana", "get_room", "Ikebana", answer="D15"),
        single("Ich stehe schon wieder vor verschlossener Tür. Wer hat den Schlüssel für C07?",
                "get_keyholder", "C07", answer="Marta Blom"),
        single("Kalorien von Pad Thai?", "get_calories", "Pad Thai", answer="715"),
        single("Die Rechnung beträgt 124 Euro und wir sind 4 Leute. Wie viel muss jeder zahlen?",
                "split_bill", 124, 4, answer="31"),
        single("Schau mal im gedruckten Fahrplan nach, wann der nächste Bus an der Haltestelle Kirkgate fährt.",
                "printed_timetable", "Kirkgate", answer=_departure("Kirkgate")),
        single("Nenne mir die Höhe des Triglav in Metern", "get_height", "Triglav", answer="2864"),
        single("Von wem ist Night Ferry? Meine Schwester hat es mir empfohlen.",
                "get_author", "Night Ferry", answer="Rosa Lindt"),
    ]  # fmt: skip


def chinese_requests() -> list[Request]:
    """Ten single calls in Chinese over the same tools: five with names in Latin letters, five in Chinese."""
    return [
        single("Zugspitze有多高？", "get_height", "Zugspitze", answer="2962"),
        single("请问《Night Ferry》这本书的作者是谁？", "get_author", "Night Ferry", answer="Rosa Lindt"),
        single("我今天第一次去上Judo课，请告诉我在哪个教室。", "get_room", "Judo", answer="C07"),
        single("A21房间的钥匙在谁那里", "get_keyholder", "A21", answer="Idris Cole"),
        single("一份Pad Thai有多少卡路里？最近在减肥。", "get_calories", "Pad Thai", answer="715"),
        single("泰山的海拔是多少米？", "get_height", "泰山", answer="1533"),
        single("查一下黄山的高度", "get_height", "黄山", answer="1864"),
        single("《茶馆》是谁写的？", "get_author", "茶馆", answer="老舍"),
        single("书法课在哪个房间上？", "get_room", "书法", answer="E33"),
        single("帮我看看宫保鸡丁的热量，谢谢", "get_calories", "宫保鸡丁", answer="530"),
    ]


def none_requests() -> list[Request]:
    """Ten requests that no tool serves, where the right behaviour is no call; the first five use the tools' words."""
    texts = [
        "Please extend the loan on library card 4417 by two weeks.",
        "Who was the first person to climb the Zugspitze?",
        "Sign me up for the Pottery course",
        "is the lentil soup vegan",
        "I left my umbrella on the bus at Mill Lane this morning, can you report it lost?",
        "What will the weather be like tomorrow?",
        "write a short birthday poem for my grandfather, he turns 80",
        "Turn off the lights in the kitchen.",
        "How do you say good night in Finnish?",
        "Thanks, that was all for today!",
    ]
    return [Request("no tool fits", text, (), ()) for text in texts]
