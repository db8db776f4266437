"""TravelPlanner: are delivered itineraries sound, and do they give the query what it asks for?

    sandbox = Sandbox.from_database(open_source("travelplanner"))  # sandbox.py, tools/travel/toolset.py
    query = TripQuery.model_validate(record)                    # query.py
    verdict = evaluate(query, read_plan(records), sandbox)      # evaluate.py, day.py; mode="official" or "strict"
    verdict.passed, verdict.cost_usd, verdict.reasons()         # verdict.py

Source: the evaluation of Xie et al., "TravelPlanner" (2024), written anew; the tests hold it against recorded
verdicts of the published evaluator. Prices and the grammar of plans are the travel tool's (`tools/travel`: `prices`,
`phrases`), whose solver prices its candidates by the very functions that judge it here.

What costs how much (`prices`; US dollars, whole party)
======================================================
flight          price x people
self-driving    int(km x 0.05) x ceil(people / 5)
taxi            int(km) x ceil(people / 4)
                a drive does not exist where the pair is unknown, distance or duration is missing, or the duration
                contains "day"; roads have a direction
meal            average cost x people
night           price x ceil(people / maximum occupancy), for each day that names the accommodation
attraction      nothing

What a sound plan does (rule: what a solver has to guarantee; it then passes in both modes)
===========================================================================================
route           Day 1 is 'from HOME to A', the last day 'from Z to HOME'. Every other day is a city, or 'from X to Y'
                where X is where the day before ended. No city is left and entered again, home neither. Each is in the
                states file; three days: it is the destination, longer: its state is.
restaurants     No restaurant twice, over all meals of all days.
attractions     No attraction twice; written each with a ';' at its end.
minimum_nights  The days in a row that name an accommodation are at least its minimum nights.
transportation  Day 1 has one. Self-driving goes with neither a flight nor a taxi anywhere in the trip; flights and
                taxis go together.
current_city    A journey names both cities of its day ('..., from X to Y, ...'). Meals and attractions are in the
                day's city, on a travel day in either. The accommodation is where the day ends.
sandbox         Flights exist by number, ends and date; drives exist; places exist by whole name and city.
completeness    As many days as asked for, and as many cities away from home. A travel day has transportation. Any
                other day has an attraction and three meals. Every day but the last has an accommodation. At least
                half of six entries a day are filled in ('-' stands for nothing).
cuisine         Each cuisine asked for is among those of some restaurant away from home.
room_rule       No accommodation has 'No X' among its house rules, where X is what the query wants to do.
room_type       Every accommodation is of the wanted type; 'entire room' means 'Entire home/apt'.
transportation  (hard) 'no flight': no flight. 'no self-driving': no own car; a taxi may be.
budget          All of the above costs together at most the budget.

The hard rules are judged only if completeness and sandbox are kept.

A name stands for the first row, in the order of the file, that has it in its city: `strict` wants the whole name, while
`official` takes the first row that *contains* it. Only a name for which both find the same row costs the same in both
modes; offer no other. The names of some accommodations have a ';' or a line break in them.

What `official` gets wrong and `strict` mends
=============================================
-   Away from travel days, the letters of the city are looked for one by one, so that nearly every place fits.
-   Cities and names are found within longer ones.
-   An attraction without a ';' after it is not seen by any rule.
-   Nobody asks where a three-day trip goes, whether a day starts where the last one ended, or whether a trip that does
    not open with a journey starts at home.
-   'Self-Driving' evades 'no self-driving'.
-   Minimum nights are not checked for a name that several rows contain.
-   A flight may be on any date; means of transport other than the three pass as existing and cost nothing.
-   A meal at home makes the cuisines of the day's later meals go unseen.
-   Null counts as filled in; day number and city count among the filled entries; days after the last are not seen.
-   Wishes that are not known (a new room type, say) count as met.
-   A missing key, or one that holds no text, ends it with an exception (here: EvaluatorCrashError); `strict` has a
    verdict for everything that is a list, and PlanFormatError for what is none.

`official` stops at the first reason within a rule; `strict` gives them all.
"""
