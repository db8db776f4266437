"""Requests in the phrasing that docs/offline-model.md promises, over tools by other authors."""

from tests.offline.dev.case import Case

REQUESTS: tuple[tuple[str, Case], ...] = (
    (
        "dev_c/toolsets/conference",
        Case(
            "Find the talk 'Typing for Sceptics' and return the seats of the room Cedar.",
            (("find_talk", {"title": "Typing for Sceptics"}), ("room_info", {"room": "Cedar"})),
            ("Clara Holm", "95"),
        ),
    ),
    (
        "dev_c/toolsets/conference",
        Case(
            "How many attendees have signed up for talk TK-05? What is the price of 3 student tickets?",
            (("talk_signups", {"talk_id": "TK-05"}), ("ticket_price", {"category": "student", "quantity": 3})),
            ("243", "270"),
        ),
    ),
    (
        "dev_c/toolsets/conference",
        Case(
            "Find the talk 'Typing for Sceptics', then get the company of its speaker.",
            (("find_talk", {"title": "Typing for Sceptics"}), ("get_speaker", {"name": "Clara Holm"})),
            ("Fjordware",),
        ),
    ),
    (
        "dev_c/toolsets/conference",
        Case(
            "What is the company of the speaker Ravi Menon? How many attendees have signed up for talk TK-13?",
            (("get_speaker", {"name": "Ravi Menon"}), ("talk_signups", {"talk_id": "TK-13"})),
            ("Opsline", "166"),
        ),
    ),
    (
        "dev_c/toolsets/conference",
        Case(
            "Get the projector of the room Maple and the price of 2 corporate tickets.",
            (("room_info", {"room": "Maple"}), ("ticket_price", {"category": "corporate", "quantity": 2})),
            ("laser", "1240"),
        ),
    ),
    (
        "dev_c/toolsets/conference",
        Case(
            "Get the seats of the rooms Maple and Cedar.",
            (("room_info", {"room": "Maple"}), ("room_info", {"room": "Cedar"})),
            ("280", "95"),
        ),
    ),
    (
        "dev_c/toolsets/bike_share",
        Case(
            "Find the station Canal Street and count its electric bikes.",
            (
                ("find_station", {"name": "Canal Street"}),
                ("available_bikes", {"station_id": "ST-14", "kind": "electric"}),
            ),
            (),
        ),
    ),
    (
        "dev_c/toolsets/bike_share",
        Case(
            "What is the balance of rider R-5540? What is the battery level of bike B8045?",
            (("get_rider", {"rider_id": "R-5540"}), ("get_bike", {"bike_id": "B8045"})),
            (),
        ),
    ),
    (
        "dev_c/toolsets/bike_share",
        Case(
            "Get the account of rider R-5540; quote the price of a ride of 30 minutes on the annual plan.",
            (("get_rider", {"rider_id": "R-5540"}), ("quote_ride", {"minutes": 30, "plan": "annual"})),
            ("1.5",),
        ),
    ),
    (
        "dev_c/toolsets/bike_share",
        Case(
            "Find the station Canal Street, then show the service notice of that station.",
            (("find_station", {"name": "Canal Street"}), ("station_notice", {"station_id": "ST-14"})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/hotel",
        Case(
            "Get the bill of room 118 and the view of room 204.",
            (("room_bill", {"room": 118}), ("room_details", {"room": 204})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/hotel",
        Case(
            "Set a wake-up call for room 407 at 06:15. Get the bill of room 407.",
            (("set_wake_up_call", {"room": 407, "time": "06:15"}), ("room_bill", {"room": 407})),
            ("WK-40706",),
        ),
    ),
    (
        "dev_a/toolsets/hotel",
        Case(
            "Find the guest Eleanor Vance and get the bill of her room.",
            (("find_guest", {"name": "Eleanor Vance"}), ("room_bill", {"room": 204})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/hotel",
        Case(
            "Check whether a double room is available on 10 April 2026 for 3 nights with "
            "breakfast. Find the guest Hiroshi Sato.",
            (
                ("check_availability", {"kind": "double", "check_in": "2026-04-10", "nights": 3, "breakfast": True}),
                ("find_guest", {"name": "Hiroshi Sato"}),
            ),
            ("441", "311"),
        ),
    ),
    (
        "dev_a/toolsets/hotel",
        Case(
            "Find the guest Camille Roux, then set a wake-up call for her room at 05:45.",
            (("find_guest", {"name": "Camille Roux"}), ("set_wake_up_call", {"room": 118, "time": "05:45"})),
            ("WK-11805",),
        ),
    ),
    (
        "dev_b/toolsets/opera",
        Case(
            "Find the opera 'Peter Grimes' and list the dates on which it is performed.",
            (("find_production", {"title": "Peter Grimes"}), ("list_performances", {"production_id": "PR-14"})),
            (),
        ),
    ),
    (
        "dev_b/toolsets/opera",
        Case(
            "Book 2 seats in the balcony for performance PF-206. What is the price of one student "
            "ticket in the stalls?",
            (
                ("book_seats", {"performance_id": "PF-206", "category": "balcony", "seats": 2}),
                ("ticket_price", {"category": "stalls", "student": True}),
            ),
            (),
        ),
    ),
    (
        "dev_b/toolsets/opera",
        Case(
            "List the guided tours on 14 March 2026. How many seats in the box are still free for performance PF-206?",
            (("guided_tours", {"date": "2026-03-14"}), ("seats_left", {"performance_id": "PF-206", "category": "box"})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/gym",
        Case(
            "Find the member Oscar Delgado and get his plan.",
            (("find_member", {"name": "Oscar Delgado"}), ("membership_details", {"member_id": "M-4088"})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/gym",
        Case(
            "List the classes on Thursday. Get the hourly rate of the trainer Dario Conti.",
            (("class_timetable", {"day": "thursday"}), ("trainer_profile", {"name": "Dario Conti"})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/gym",
        Case(
            "Get the status of lockers 41 and 58.",
            (("locker_status", {"number": 41}), ("locker_status", {"number": 58})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/gym",
        Case(
            "Get the visits of member M-4088 and the languages of the trainer Hanna Weiss.",
            (("membership_details", {"member_id": "M-4088"}), ("trainer_profile", {"name": "Hanna Weiss"})),
            (),
        ),
    ),
    (
        "dev_a/toolsets/gym",
        Case(
            "Estimate the energy used in a workout of 45 minutes of rowing and list the classes on Saturday.",
            (("calories_burned", {"activity": "rowing", "minutes": 45}), ("class_timetable", {"day": "saturday"})),
            (),
        ),
    ),
)
