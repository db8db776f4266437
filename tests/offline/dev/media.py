"""Films and music: movies, actors, cinemas, albums, playlists."""

from typing import Any

from tests.offline.dev.case import Case


def search_movies(
    title: str | None = None, director: str | None = None, year: int | None = None, genre: str | None = None
) -> list[dict[str, Any]]:
    """Search movies by title, director, year or genre.

    Args:
        title: Title of the movie.
        director: Name of the director.
        year: Year of release.
        genre: Genre, e.g. "thriller".
    """
    return [
        {"movie_id": "tt201", "title": "Glass Tide", "year": 2019, "rating": 7.9, "runtime": 118},
        {"movie_id": "tt305", "title": "Slow Harbour", "year": 2022, "rating": 8.3, "runtime": 97},
    ]


def movie_cast(movie_id: str) -> list[dict[str, Any]]:
    """Actors of a movie and their roles.

    Args:
        movie_id: Id of the movie, e.g. tt201.
    """
    return [{"actor": "Petra Sole", "role": "the keeper"}, {"actor": "Ian Moor", "role": "the captain"}]


def showtimes(movie_id: str, city: str, date: str) -> list[dict[str, Any]]:
    """Cinemas and times at which a movie is shown.

    Args:
        movie_id: Id of the movie, e.g. tt201.
        city: City.
        date: Day (YYYY-MM-DD).
    """
    return [{"cinema": "Rex", "time": "20:15"}, {"cinema": "Palast", "time": "18:00"}]


def artist_albums(artist: str) -> list[dict[str, Any]]:
    """Albums of a musician or band with their years.

    Args:
        artist: Name of the musician or band.
    """
    return [
        {"album_id": "al-7", "title": "Tin Rain", "year": 2017},
        {"album_id": "al-9", "title": "Far Lamps", "year": 2023},
    ]


def album_tracks(album_id: str) -> list[dict[str, Any]]:
    """Track list of an album.

    Args:
        album_id: Id of the album.
    """
    return [{"track_id": "t1", "title": "Lantern", "seconds": 214}, {"track_id": "t2", "title": "Ebb", "seconds": 187}]


def add_to_playlist(track_id: str, playlist: str) -> dict[str, Any]:
    """Add a track to a playlist.

    Args:
        track_id: Id of the track.
        playlist: Name of the playlist.
    """
    return {"playlist": playlist, "length": 31}


TOOLS = [search_movies, movie_cast, showtimes, artist_albums, album_tracks, add_to_playlist]

CASES = [
    Case(
        "Find the movie 'Glass Tide' and tell me who plays in it.",
        (("search_movies", {"title": "Glass Tide"}), ("movie_cast", {"movie_id": "tt201"})),
        ("Petra Sole",),
    ),
    Case(
        "Which movies did the director Jane Holt make, and what albums are there by The Low Kites?",
        (("search_movies", {"director": "Jane Holt"}), ("artist_albums", {"artist": "The Low Kites"})),
        ("Slow Harbour", "Tin Rain"),
    ),
    Case(
        "List the tracks of the newest album by Mira Fenn.",
        (("artist_albums", {"artist": "Mira Fenn"}), ("album_tracks", {"album_id": "al-9"})),
        ("Lantern",),
    ),
    Case(
        "When is movie tt305 shown in Basel on 12 May 2026, and who are its actors?",
        (
            ("showtimes", {"movie_id": "tt305", "city": "Basel", "date": "2026-05-12"}),
            ("movie_cast", {"movie_id": "tt305"}),
        ),
        ("20:15", "Ian Moor"),
    ),
    Case(
        "Search thriller movies from 2019 and show the tracks of album al-7.",
        (("search_movies", {"genre": "thriller", "year": 2019}), ("album_tracks", {"album_id": "al-7"})),
        ("Glass Tide", "Ebb"),
    ),
    Case(
        "Add track t2 to the playlist 'Evening' and list the albums of the band Kolm.",
        (("add_to_playlist", {"track_id": "t2", "playlist": "Evening"}), ("artist_albums", {"artist": "Kolm"})),
        ("31", "Far Lamps"),
    ),
    Case(
        "Find the best rated movie by director Jane Holt and list its actors.",
        (("search_movies", {"director": "Jane Holt"}), ("movie_cast", {"movie_id": "tt305"})),
        ("Ian Moor",),
    ),
    Case(
        "What are the actors of movies tt201 and tt305?",
        (("movie_cast", {"movie_id": "tt201"}), ("movie_cast", {"movie_id": "tt305"})),
        ("the keeper",),
    ),
]
