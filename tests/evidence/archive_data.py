"""The records of the invented film archive of `archive.py`, a table each."""

from typing import Any

Row = tuple[Any, ...]

# id, title, original title, director, year, minutes, country, rights, fee per screening EUR
FILMS: list[Row] = [
    ("F-101", "The Lamplighter", None, "Edda Korvin", 1931, 74, "Tarnland", "cleared", 60.0),
    ("F-102", "The Lamplighter", "Lampar", "Josef Hanak", 1958, 96, "Moravia", "cleared", 85.0),
    ("F-103", "The Lamplighter's Daughter", None, "Edda Korvin", 1962, 101, "Tarnland", "restricted", 140.0),
    ("F-104", "Salt Road", "Solna cesta", "Milena Drozd", 1966, 112, "Moravia", "cleared", 70.0),
    ("F-105", "The Glass Orchard", "Der glaeserne Garten", "Otto Reinwald", 1949, 88, "Tarnland", "cleared", 50.0),
    ("F-106", "Winter Ferry", "Vinterfaergen", "Sigrid Aas", 1953, 92, "Norrholm", "unknown", None),
    ("F-107", "Winter Ferry Revisited", None, "Pal Aas", 1978, 54, "Norrholm", "cleared", 40.0),
    ("F-108", "Copper Sky", None, "Harriet Lowe", 1971, 105, "Albia", "restricted", 160.0),
    ("F-109", "Three Bells for Ostry", "Tri zvony", "Milena Drozd", 1960, 83, "Moravia", "cleared", 55.0),
    ("F-110", "The Weavers of Lissen", None, "Otto Reinwald", 1937, 67, "Tarnland", "cleared", 45.0),
    ("F-111", "A Field of Clocks", None, "Harriet Lowe", 1968, 118, "Albia", "cleared", 95.0),
    ("F-112", "Marrow", None, "Teun de Wit", 1983, 97, "Tarnland", "cleared", 110.0),
    ("F-113", "The Second Thaw", None, "Sigrid Aas", 1957, 90, "Norrholm", "cleared", 65.0),
    ("F-114", "Brass Monday", None, "Teun de Wit", 1979, 102, "Tarnland", "unknown", None),
    ("F-115", "Letters to a Lighthouse", None, "Edda Korvin", 1944, 79, "Tarnland", "cleared", 50.0),
    ("F-116", "The Ropewalk", None, "Josef Hanak", 1951, 85, "Moravia", "restricted", 120.0),
]

# id, film, gauge, base, length, unit, reels, weight, weight unit, condition, state, vault, last inspected
PRINTS: list[Row] = [
    ("P-2001", "F-101", "35mm", "nitrate", 2025.0, "m", 5, 22.5, "kg", "C", "in_vault", "K4", "2023-10-04"),
    ("P-2002", "F-101", "16mm", "acetate", 2664.0, "ft", 2, 5.2, "kg", "B", "in_vault", "K5", "2022-05-17"),
    ("P-2003", "F-102", "35mm", "polyester", 2627.0, "m", 6, 27.3, "kg", "A", "in_vault", "K1", "2024-02-12"),
    ("P-2004", "F-102", "35mm", "acetate", 8610.0, "ft", 6, 61.5, "lb", "B", "in_vault", "K2", "2023-11-20"),
    ("P-2005", "F-102", "16mm", "polyester", 1053.0, "m", 3, 6.8, "kg", "A", "in_vault", "K1", "2023-08-30"),
    ("P-2006", "F-102", "35mm", "polyester", 2630.0, "m", 6, 27.4, "kg", "A", "quarantine", "K3", "2024-04-08"),
    ("P-2007", "F-103", "35mm", "acetate", 9065.0, "ft", 6, 64.0, "lb", "C", "in_vault", "K5", None),
    ("P-2008", "F-103", "16mm", "acetate", 1108.0, "m", 3, 7.0, "kg", "D", "withdrawn", "K5", "2021-03-09"),
    ("P-2009", "F-107", "16mm", "acetate", 592.0, "m", 2, 4.1, "kg", "C", "in_vault", "K5", "2023-01-26"),
    ("P-2010", "F-104", "35mm", "polyester", 3064.0, "m", 7, 31.6, "kg", "B", "in_vault", "K1", "2024-01-18"),
    ("P-2011", "F-104", "70mm", "polyester", 12580.0, "ft", 8, 71.0, "kg", "A", "in_vault", "K3", "2023-06-14"),
    ("P-2012", "F-104", "35mm", "acetate", 3059.0, "m", 7, 31.2, "kg", "D", "in_vault", "K5", "2022-09-01"),
    ("P-2013", "F-105", "35mm", "nitrate", 2408.0, "m", 5, 25.0, "kg", "B", "in_vault", "K4", "2024-03-21"),
    ("P-2014", "F-105", "35mm", "acetate", 7880.0, "ft", 5, 55.2, "lb", "B", "in_vault", "K2", "2024-05-06"),
    ("P-2015", "F-105", "16mm", "acetate", 965.0, "m", 2, 6.1, "kg", "D", "withdrawn", "K5", "2019-11-12"),
    ("P-2016", "F-106", "35mm", "acetate", 2517.0, "m", 5, 26.4, "kg", "C", "in_vault", "K2", "2024-04-15"),
    ("P-2017", "F-106", "16mm", "acetate", 3310.0, "ft", 3, 6.6, "kg", "B", "in_vault", "K5", None),
    ("P-2018", "F-108", "35mm", "acetate", 9422.0, "ft", 6, 66.4, "lb", "C", "quarantine", "K5", "2023-12-05"),
    ("P-2019", "F-109", "35mm", "polyester", 2271.0, "m", 5, 23.8, "kg", "A", "in_vault", "K1", "2023-09-11"),
    ("P-2020", "F-110", "35mm", "nitrate", 1833.0, "m", 4, 19.4, "kg", "C", "in_vault", "K4", "2022-12-01"),
    ("P-2021", "F-110", "16mm", "polyester", 735.0, "m", 2, 4.9, "kg", "A", "in_vault", "K1", "2023-07-03"),
    ("P-2022", "F-111", "35mm", "polyester", 10590.0, "ft", 7, 33.4, "kg", "A", "on_loan", "K3", "2024-02-27"),
    ("P-2023", "F-111", "70mm", "polyester", 4040.0, "m", 9, 78.5, "kg", "B", "in_vault", "K3", "2023-05-22"),
    ("P-2024", "F-112", "35mm", "acetate", 2654.0, "m", 6, 27.8, "kg", "B", "in_vault", "K5", "2023-10-19"),
    ("P-2025", "F-112", "16mm", "acetate", 3490.0, "ft", 3, 15.2, "lb", "C", "in_vault", "K3", "2022-02-14"),
    ("P-2026", "F-113", "35mm", "acetate", 2462.0, "m", 5, 25.7, "kg", "C", "in_vault", "K5", None),
    ("P-2027", "F-113", "16mm", "polyester", 987.0, "m", 2, 6.2, "kg", "A", "on_loan", "K1", "2024-01-09"),
    ("P-2028", "F-114", "35mm", "polyester", 2791.0, "m", 6, 29.0, "kg", "C", "in_vault", "K5", "2023-03-30"),
    ("P-2029", "F-115", "35mm", "nitrate", 2161.0, "m", 5, 22.9, "kg", "D", "quarantine", "K4", "2023-11-02"),
    ("P-2030", "F-115", "16mm", "acetate", 2845.0, "ft", 2, 12.4, "lb", "B", "in_vault", "K2", "2023-04-27"),
    ("P-2031", "F-116", "35mm", "acetate", 2326.0, "m", 5, 24.5, "kg", "B", "in_vault", "K2", "2022-10-10"),
]

# id, inspection date, print, inspector, grade, shrinkage percent, note (not in date order)
INSPECTIONS: list[Row] = [
    ("P-2013", "2024-03-21", "S-305", "B", 0.9, None),
    ("P-2013", "2021-06-02", "S-308", "B", 0.7, "two splices renewed"),
    ("P-2014", "2022-01-25", "S-302", "A", 0.3, None),
    ("P-2014", "2024-05-06", "S-307", "B", 0.5, "scratches, reel 3"),
    ("P-2014", "2023-02-13", "S-305", "B", 0.4, None),
    ("P-2015", "2019-11-12", "S-308", "D", 2.4, "vinegar smell, withdrawn"),
    ("P-2016", "2024-04-15", "S-305", "C", 1.3, "edge damage, reels 1 and 4"),
    ("P-2016", "2020-09-28", "S-302", "B", 1.1, None),
    ("P-2004", "2023-11-20", "S-307", "B", 0.6, None),
    ("P-2003", "2024-02-12", "S-305", "A", 0.1, None),
    ("P-2010", "2024-01-18", "S-302", "B", 0.2, "leader replaced"),
    ("P-2012", "2022-09-01", "S-308", "D", 2.1, "warped"),
    ("P-2001", "2023-10-04", "S-305", "C", 1.2, None),
    ("P-2024", "2023-10-19", "S-307", "B", 0.5, None),
    ("P-2022", "2024-02-27", "S-302", "A", 0.0, None),
]

# id, given name, surname, department, grade, state, weekly hours, e-mail
STAFF: list[Row] = [
    ("S-301", "Agnes", "Thorvald", "management", "T4", "active", 38.5, "a.thorvald@tarnfeld.example"),
    ("S-302", "Chidi", "Okafor", "vaults", "T2", "active", 38.5, "c.okafor@tarnfeld.example"),
    ("S-303", "Joerg", "Brandt", "loans", "T2", "active", 30.0, "j.brandt@tarnfeld.example"),
    ("S-304", "Ilse", "Brandt", "restoration", "T3", "active", 38.5, "i.brandt@tarnfeld.example"),
    ("S-305", "Mirela", "Vanek", "vaults", "T3", "active", 38.5, "m.vanek@tarnfeld.example"),
    ("S-306", "Tomasz", "Wieczorek", "restoration", "T2", "active", 38.5, "t.wieczorek@tarnfeld.example"),
    ("S-307", "Ngozi", "Okafor", "vaults", "T1", "active", 20.0, "n.okafor@tarnfeld.example"),
    ("S-308", "Henrik", "Solberg", "vaults", "T3", "left", 0.0, None),
    ("S-309", "Paula", "Ferreira", "restoration", "T4", "active", 38.5, "p.ferreira@tarnfeld.example"),
    ("S-310", "Yusuf", "Demirel", "restoration", "T3", "on_leave", 38.5, "y.demirel@tarnfeld.example"),
    ("S-311", "Lena", "Krall", "loans", "T3", "active", 38.5, "l.krall@tarnfeld.example"),
    ("S-312", "Bastian", "Krall", "cataloguing", "T1", "active", 24.0, "b.krall@tarnfeld.example"),
    ("S-313", "Odile", "Marchetti", "cataloguing", "T2", "active", 38.5, "o.marchetti@tarnfeld.example"),
]

# grade, EUR per hour, night supplement percent
GRADES: list[Row] = [("T1", 24.0, 20.0), ("T2", 28.0, 25.0), ("T3", 34.0, 25.0), ("T4", 42.0, 30.0)]

# staff, date, project, amount, unit, shift, state
TIMESHEETS: list[Row] = [
    ("S-304", "2024-01-08", "R-02", 22.5, "h", "day", "approved"),
    ("S-304", "2024-01-15", "R-05", 930, "min", "day", "approved"),
    ("S-304", "2024-01-18", "R-02", 6.0, "h", "night", "approved"),
    ("S-304", "2024-01-24", None, 9.0, "h", "day", "approved"),
    ("S-304", "2024-01-29", "R-08", 12.0, "h", "day", "rejected"),
    ("S-304", "2024-02-05", "R-05", 31.0, "h", "day", "approved"),
    ("S-304", "2024-02-13", "R-02", 1125, "min", "day", "approved"),
    ("S-304", "2024-02-20", "R-05", 480, "min", "night", "approved"),
    ("S-304", "2024-02-27", "R-08", 14.5, "h", "day", "approved"),
    ("S-304", "2024-03-04", "R-02", 27.0, "h", "day", "approved"),
    ("S-304", "2024-03-12", "R-05", 16.0, "h", "day", "approved"),
    ("S-304", "2024-03-19", "R-08", 645, "min", "day", "approved"),
    ("S-304", "2024-03-26", "R-02", 18.0, "h", "day", "draft"),
    ("S-304", "2024-04-09", "R-02", 25.0, "h", "day", "draft"),
    ("S-306", "2024-01-09", "R-05", 24.0, "h", "day", "approved"),
    ("S-306", "2024-01-16", "R-04", 1290, "min", "day", "approved"),
    ("S-306", "2024-01-25", "R-04", 5.5, "h", "night", "approved"),
    ("S-306", "2024-02-06", "R-04", 29.0, "h", "day", "approved"),
    ("S-306", "2024-02-15", "R-02", 8.0, "h", "night", "draft"),
    ("S-306", "2024-02-22", "R-05", 765, "min", "day", "approved"),
    ("S-306", "2024-02-28", None, 4.0, "h", "day", "approved"),
    ("S-306", "2024-03-05", "R-04", 19.5, "h", "day", "approved"),
    ("S-306", "2024-03-14", "R-05", 10.0, "h", "night", "approved"),
    ("S-306", "2024-03-21", "R-02", 1500, "min", "day", "approved"),
    ("S-306", "2024-03-27", "R-04", 13.0, "h", "day", "rejected"),
    ("S-306", "2024-04-11", "R-05", 22.0, "h", "day", "approved"),
    ("S-309", "2024-01-10", "R-04", 20.0, "h", "day", "approved"),
    ("S-309", "2024-02-08", "R-08", 17.25, "h", "day", "approved"),
    ("S-309", "2024-03-07", "R-04", 600, "min", "day", "approved"),
    ("S-310", "2024-01-11", "R-03", 26.0, "h", "day", "approved"),
]

# id, name, city, country, zone, seats, gauges, accreditation, contact e-mail
VENUES: list[Row] = [
    (
        "V-01",
        "Stadtkino Tarnfeld",
        "Tarnfeld",
        "Tarnland",
        "home",
        310,
        ["16mm", "35mm", "70mm"],
        "full",
        "kasse@stadtkino.example",
    ),
    (
        "V-02",
        "Filmhaus Ostry",
        "Marenz",
        "Moravia",
        "near",
        140,
        ["16mm", "35mm"],
        "provisional",
        "program@ostry.example",
    ),
    (
        "V-03",
        "Kino Aurora",
        "Lissen",
        "Tarnland",
        "home",
        185,
        ["16mm", "35mm", "70mm"],
        "full",
        "buero@aurora-lissen.example",
    ),
    ("V-04", "Cinema Lowe", "Hexbridge", "Albia", "far", 220, ["35mm", "70mm"], "full", None),
    ("V-05", "Fjordbio", "Norrholm", "Norrholm", "far", 96, ["16mm"], "lapsed", "post@fjordbio.example"),
    ("V-06", "Ostry Open Air", "Ostry", "Moravia", "near", 500, ["35mm"], "lapsed", "info@openair-ostry.example"),
    ("V-07", "Kino Aurora", "Brod", "Moravia", "near", 120, ["16mm", "35mm"], "provisional", "aurora@brod.example"),
    ("V-08", "Lyceum Film Club", "Tarnfeld", "Tarnland", "home", 60, ["16mm"], "provisional", None),
]

# id, print, venue, first day, last day, screenings, state, returned on, handled by
LOANS: list[Row] = [
    ("L-2301", "P-2019", "V-03", "2023-11-10", "2023-11-13", 2, "returned", "2023-11-13", "S-311"),
    ("L-2302", "P-2031", "V-01", "2023-12-01", "2023-12-06", 3, "returned", "2023-12-08", "S-303"),
    ("L-2401", "P-2003", "V-03", "2024-01-12", "2024-01-17", 4, "returned", "2024-01-17", "S-311"),
    ("L-2402", "P-2021", "V-08", "2024-01-20", "2024-01-21", 1, "returned", "2024-01-22", "S-303"),
    ("L-2403", "P-2010", "V-07", "2024-02-02", "2024-02-05", 2, "returned", "2024-02-05", "S-311"),
    ("L-2404", "P-2005", "V-03", "2024-02-16", "2024-02-19", 3, "returned", "2024-02-22", "S-303"),
    ("L-2405", "P-2023", "V-03", "2024-03-08", "2024-03-10", 2, "returned", "2024-03-11", "S-311"),
    ("L-2406", "P-2014", "V-03", "2024-03-22", "2024-03-26", 2, "cancelled", None, "S-311"),
    ("L-2407", "P-2011", "V-04", "2024-03-29", "2024-04-07", 5, "returned", "2024-04-07", "S-311"),
    ("L-2408", "P-2031", "V-03", "2024-04-19", "2024-04-27", 1, "returned", "2024-04-26", "S-303"),
    ("L-2409", "P-2019", "V-07", "2024-05-03", "2024-05-06", 3, "returned", "2024-05-10", "S-303"),
    ("L-2410", "P-2027", "V-03", "2024-05-17", "2024-05-20", 2, "overdue", None, "S-303"),
    ("L-2411", "P-2024", "V-06", "2024-05-24", "2024-05-26", 1, "returned", "2024-05-26", "S-311"),
    ("L-2412", "P-2004", "V-03", "2024-06-07", "2024-06-11", 3, "returned", "2024-06-12", "S-311"),
    ("L-2413", "P-2022", "V-01", "2024-06-21", "2024-07-02", 6, "out", None, "S-311"),
    ("L-2414", "P-2010", "V-08", "2024-07-11", "2024-07-12", 1, "cancelled", None, "S-303"),
    ("L-2415", "P-2003", "V-07", "2024-07-13", "2024-07-16", 2, "confirmed", None, "S-311"),
    ("L-2416", "P-2019", "V-03", "2024-08-09", "2024-08-12", 2, "confirmed", None, "S-311"),
    ("L-2417", "P-2004", "V-04", "2024-07-19", "2024-07-24", 3, "confirmed", None, "S-303"),
]

# gauge, base, included days, per extra day, per extra screening, late per day, discount full %, surcharge lapsed %
LOAN_TARIFFS: list[Row] = [
    ("16mm", 90.0, 2, 12.0, 20.0, 15.0, 10.0, 20.0),
    ("35mm", 160.0, 3, 20.0, 35.0, 30.0, 10.0, 20.0),
    ("70mm", 420.0, 3, 55.0, 80.0, 90.0, 5.0, 20.0),
]

# zone, base, free kg, per further started kg, insurance
FREIGHT: list[Row] = [("home", 18.0, 10, 0.9, 12.0), ("near", 35.0, 10, 1.6, 20.0), ("far", 70.0, 5, 2.4, 35.0)]

# id, name, capacity, limit, unit, max relative humidity, keeper
VAULTS: list[Row] = [
    ("K1", "North Cellar", 900, 5.0, "C", 40, "S-305"),
    ("K2", "Old Brewery", 640, 41.0, "F", 40, "S-302"),
    ("K3", "Quarry Hall", 1500, 12.0, "C", 45, "S-302"),
    ("K4", "Nitrate Bunker", 210, 2.0, "C", 35, "S-305"),
    ("K5", "Annex", 480, 16.0, "C", 50, "S-307"),
]

# vault, day, temperature, unit, humidity, sensor state
READINGS: list[Row] = [
    ("K1", "2024-02-05", 4.2, "C", 36, "ok"),
    ("K1", "2024-02-19", 4.0, "C", 37, "ok"),
    ("K1", "2024-03-04", 4.1, "C", 36, "ok"),
    ("K1", "2024-03-11", 4.6, "C", 38, "ok"),
    ("K1", "2024-03-18", 4.9, "C", 38, "ok"),
    ("K1", "2024-03-25", 4.4, "C", 37, "ok"),
    ("K1", "2024-04-08", 5.3, "C", 39, "ok"),
    ("K1", "2024-04-22", 4.8, "C", 38, "ok"),
    ("K2", "2024-02-05", 40.1, "F", 37, "ok"),
    ("K2", "2024-02-19", 40.3, "F", 37, "ok"),
    ("K2", "2024-03-04", 40.1, "F", 38, "ok"),
    ("K2", "2024-03-11", 42.8, "F", 39, "ok"),
    ("K2", "2024-03-18", 41.9, "F", 39, "ok"),
    ("K2", "2024-03-25", 4.8, "C", 38, "ok"),
    ("K2", "2024-04-08", 40.6, "F", 38, "ok"),
    ("K2", "2024-04-22", 40.8, "F", 39, "ok"),
    ("K3", "2024-02-05", 10.9, "C", 42, "ok"),
    ("K3", "2024-02-19", 11.1, "C", 42, "ok"),
    ("K3", "2024-03-04", 11.2, "C", 43, "ok"),
    ("K3", "2024-03-11", 54.5, "F", 43, "ok"),
    ("K3", "2024-03-18", 31.0, "C", 43, "fault"),
    ("K3", "2024-03-25", 11.8, "C", 44, "ok"),
    ("K3", "2024-04-08", 11.9, "C", 44, "ok"),
    ("K3", "2024-04-22", 11.7, "C", 44, "ok"),
    ("K4", "2024-02-05", 1.5, "C", 31, "ok"),
    ("K4", "2024-02-19", 1.6, "C", 31, "ok"),
    ("K4", "2024-03-04", 1.4, "C", 32, "ok"),
    ("K4", "2024-03-11", 1.9, "C", 32, "ok"),
    ("K4", "2024-03-18", None, "C", None, "fault"),
    ("K4", "2024-03-25", 1.7, "C", 33, "ok"),
    ("K4", "2024-04-08", 1.8, "C", 33, "ok"),
    ("K4", "2024-04-22", 1.9, "C", 33, "ok"),
    ("K5", "2024-02-05", 14.9, "C", 47, "ok"),
    ("K5", "2024-02-19", 15.0, "C", 47, "ok"),
    ("K5", "2024-03-04", 15.2, "C", 48, "ok"),
    ("K5", "2024-03-11", 17.6, "C", 51, "ok"),
    ("K5", "2024-03-18", 16.4, "C", 50, "ok"),
    ("K5", "2024-03-25", 15.9, "C", 49, "ok"),
    ("K5", "2024-04-08", 16.8, "C", 50, "ok"),
    ("K5", "2024-04-22", 17.1, "C", 51, "ok"),
]

# id, film, lead, state, budget, currency, started on, finished on
RESTORATIONS: list[Row] = [
    ("R-01", "F-110", "S-309", "completed", 38000.0, "EUR", "2022-03-01", "2023-05-30"),
    ("R-02", "F-101", "S-304", "active", 46000.0, "EUR", "2023-12-04", None),
    ("R-03", "F-115", "S-310", "paused", 29500.0, "EUR", "2023-10-16", None),
    ("R-04", "F-103", "S-309", "active", 52000.0, "CHF", "2024-01-08", None),
    ("R-05", "F-109", "S-304", "active", 640000.0, "CZK", "2023-11-13", None),
    ("R-06", "F-116", "S-306", "planned", 410000.0, "CZK", None, None),
    ("R-07", "F-114", "S-310", "planned", 33000.0, "EUR", None, None),
    ("R-08", "F-111", "S-309", "active", 31000.0, "GBP", "2024-02-05", None),
]

# project, day, text, category, amount, currency, state
EXPENSES: list[Row] = [
    ("R-01", "2022-09-14", "wet gate scan", "scanning", 14500.0, "EUR", "paid"),
    ("R-02", "2024-01-22", "nitrate transport", "transport", 1850.0, "EUR", "paid"),
    ("R-02", "2024-02-26", "4K scan, reels 1-5", "scanning", 16400.0, "EUR", "paid"),
    ("R-02", "2024-03-15", "sound transfer", "sound", 2900.0, "CHF", "paid"),
    ("R-02", "2024-05-13", "grading suite", "grading", 7200.0, "EUR", "pending"),
    ("R-03", "2023-11-20", "chemical test", "laboratory", 1200.0, "EUR", "paid"),
    ("R-04", "2024-01-30", "element search", "research", 3400.0, "EUR", "paid"),
    ("R-04", "2024-03-11", "4K scan", "scanning", 21500.0, "CHF", "paid"),
    ("R-04", "2024-04-18", "new negative", "laboratory", 9800.0, "CHF", "refused"),
    ("R-04", "2024-05-21", "dust removal", "digital", 6300.0, "EUR", "paid"),
    ("R-05", "2023-11-28", "repair of splices", "laboratory", 84000.0, "CZK", "paid"),
    ("R-05", "2024-02-14", "2K scan", "scanning", 265000.0, "CZK", "paid"),
    ("R-05", "2024-03-20", "subtitles", "digital", 1150.0, "EUR", "paid"),
    ("R-05", "2024-04-25", "grading", "grading", 5600.0, "EUR", "paid"),
    ("R-08", "2024-02-19", "70 mm inspection", "laboratory", 4100.0, "GBP", "paid"),
    ("R-08", "2024-04-09", "8K scan, first half", "scanning", 12900.0, "EUR", "paid"),
    ("R-08", "2024-06-03", "8K scan, second half", "scanning", 12900.0, "EUR", "pending"),
]

# currency, month, EUR for `per` units, per
RATES: list[Row] = [
    ("CHF", "2023-12", 1.06, 1),
    ("CHF", "2024-01", 1.07, 1),
    ("CHF", "2024-02", 1.06, 1),
    ("CHF", "2024-03", 1.04, 1),
    ("CHF", "2024-04", 1.03, 1),
    ("CHF", "2024-05", 1.02, 1),
    ("GBP", "2024-01", 1.16, 1),
    ("GBP", "2024-02", 1.17, 1),
    ("GBP", "2024-03", 1.17, 1),
    ("GBP", "2024-04", 1.16, 1),
    ("GBP", "2024-05", 1.17, 1),
    ("GBP", "2024-06", 1.18, 1),
    ("CZK", "2023-11", 4.09, 100),
    ("CZK", "2023-12", 4.08, 100),
    ("CZK", "2024-01", 4.05, 100),
    ("CZK", "2024-02", 3.96, 100),
    ("CZK", "2024-03", 3.95, 100),
    ("CZK", "2024-04", 3.96, 100),
]
