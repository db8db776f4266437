"""Word lists of plain English: people, places, and words too ordinary to be anybody's name."""

from smurfs_graph.offline import words

PEOPLE = words.stems(
    """
person people employee staff customer client contact user member patient student pupil guest teacher resident tenant
volunteer player artist author holder policyholder visitor donor sponsor passenger recipient keeper trainer driver
assessor agent doctor physician coach manager director mayor lecturer instructor colleague owner buyer seller borrower
reader surname applicant attendee singer conductor engineer lawyer judge host speaker rider operator groundsman
captain chef nurse dentist vet librarian worker technician mechanic gardener broker adviser advisor tutor principal
actor writer composer painter musician dancer presenter moderator organiser organizer caretaker councillor officer
inspector pilot crew skipper rower sender receiver supplier breeder farmer grower beekeeper winemaker baker barista
candidate investigator supervisor boss partner
participant entrant competitor contestant delegate invitee collector
"""
)
PLACES = words.stems(
    """
city town country place location street address region area station airport venue district village state destination
origin pickup branch ward zone
"""
)
NUMBERED = words.stems(
    """
tag ticket flight lot account session batch serial asset device part job order booking reservation claim case file
meter gate berth slot seat platform bay rack pitch plot bus train tram route locker voucher licence permit policy
machine invoice sample specimen shipment consignment container parcel
"""
)
"""Things that go by a number or a code rather than by a name."""
COLOURS = words.listed(
    """
black white red green blue yellow orange purple violet pink brown grey gray silver gold golden beige navy turquoise
cream maroon tan khaki crimson scarlet ivory lilac violet burgundy teal beige charcoal bronze copper
"""
)
LANGUAGES = words.listed(
    """
english german french spanish italian portuguese dutch swedish norwegian danish finnish icelandic polish czech slovak
hungarian romanian bulgarian greek turkish russian ukrainian arabic hebrew persian farsi hindi urdu bengali tamil
chinese mandarin cantonese japanese korean vietnamese thai indonesian malay swahili latin welsh irish gaelic basque
catalan croatian serbian slovenian latvian lithuanian estonian albanian armenian georgian
"""
)
ORDINARY = words.stems(
    """
able above account across act actual add address affect affected afternoon age ago agree air allow alone amount answer
anything appear apply appropriate area around arrange arrive ask assigned associated attend available average away back
bad base basic become before begin behind belong below beside best better big bit board body book booked both bring
bring build busy buy capital care carry case cause certain chance change charge cheap check choice choose clean clear
close cold come common company complete concern condition connect contact contain contract control cool correct cost
could count country couple course cover create current cut daily date day deal decide deep delay depend describe design
detail different difficult direct do dog dollar done door double down draw dry due during each early earn east easy eat
effect either empty end enough entire equal especially even evening event ever every exact example except exist expect
expected expensive explain extra face fact fail fair fall family far fast feel few figure fill final find fine finish
first fit five fix flat floor follow food foot force form found four free fresh friend front full fully fun further
future general get give go gone good great green ground group grow guess half hand happen happy hard have head hear
heavy held help here high hold holiday home hope hot hour house however idea immediately important in include increase
individual inside instead interest involve issue item its job join just keep key kind know large last late later latest
lead learn least leave left length less let level life light like likely limit line list little live local locate long
look lose lot loud low lower lowest lucky main make many mark market matter maximum may maybe mean measure meet message
mid middle might mind mine minimum minute miss moment money month more morning most mostly move much must name near
necessary need neither never new next nice night nine none normal north note nothing notice now number object occur
offer office often old once one online only open order ordinary original other otherwise ought outside over overall own
owner part particular pass past pay people per percent perhaps period person phone pick piece place plan play please
plenty plus point poor popular position possible present pretty previous price private probably problem process proper
provide public pull purpose push put quality quarter question quick quickly quiet quite raise range rate rather reach
read ready real really reason receive recent record regard regular remain remember remove repeat report request require
respective rest result return rich right ring rise role room round run safe sale same save say schedule season second
section see seem sell send sense separate serious serve service set seven several shall shop short shortly should show
shut side similar simple since single sit six size slow small smell so sold some somebody someone something sometimes
soon sort sound south space special specific speed spend stand standard start state status stay step still stop store
straight street strong such sudden sure surface system take talk tall tell ten term test than thing think third though
three through throughout time tiny today together tomorrow tonight too top total touch toward town travel trip true try
turn two type under unit until upcoming upper urgent us use useful usual usually value various very via view visit
wait wake walk wall want warm watch water way wear week weekend weight well west wet what when where which while white
whole whose why wide will win wish within without wonder word work world worry worst worth would write wrong year yes
yesterday yet young
got gotten went gone came made said told kept sent left lost found gave given held saw seen bought sold paid took taken
did done ran put met won brought thought knew grew grown drove driven spoke wore began begun
"""
)
"""Words that are not taken for a name or a search word, unless they stand in quotation marks."""
ENGLISH_PARTS = words.listed(
    """
    able air all and anti around at away back bank based bed best built by called care check city class close co
    cold cost cross cut day deep double down drop dry early eight end energy English eve event evening ex extra eye
    face fair family fast fee first five fixed fly follow foot for four free friendly full fun further getting girl
    go good great grown half hand hard head high hire home hot hour hours ice ill in inch indoor inn kept kilo
    kilometre kind known large last late law left less level life light line lit litre little live local log long
    look low lunch made main man many market medium mid middle mile mini minute minutes month mother multi name near
    new next night nine no non north of off old on one only open or out over own paid park part pass past pay per
    person phone pick place plan play point post pre price proof purpose quick rated re read ready real red return
    right rise road room round run same sea second see self sell semi set seven short side sided sign single sit six
    size sized small so south star start step still stop storey story street style sub sun super sure take ten term
    test the third three through tie time timed to top town trip try turn twenty two type ultra under up us use used
    van walk warm wash water way weather week weekend well west wheel white whole wide wife wind winter word work
    world year years yes young
    """
)
"""Words of which English makes compounds with a hyphen: such a compound is nobody's name."""
