"""Guard the server of `smurfs studio`, which loads this application: this machine and Studio alone are answered."""

from starlette.applications import Starlette
from starlette.middleware import Middleware

from smurfs_graph.serving.host_guard import HostGuard
from smurfs_graph.serving.studio_names import STUDIO

app = Starlette(middleware=[Middleware(HostGuard, pages=(STUDIO,))])
"""An application whose middleware guards the server around it."""
