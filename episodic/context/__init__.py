"""The context pack, the threads of a story, and the comparison of a draft with what is told before it.

The context pack is what a writer or an agent needs to know before writing a chapter. Threads are setups, plans,
promises, debts and the like.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`, because the import of `typing` would take longer than the import of this
package.
"""

if TYPE_CHECKING:
    from episodic.context.communities import Community as Community
    from episodic.context.digest_building import DigestReport as DigestReport
    from episodic.context.digests import Digest as Digest
    from episodic.context.pack import ContextPack as ContextPack
    from episodic.context.pack import PackHead as PackHead
    from episodic.context.sections import (
        ContextLine as ContextLine,
        Section as Section,
        SectionKind as SectionKind,
    )
    from episodic.context.settlements import ThreadStatus as ThreadStatus
    from episodic.context.threads import (
        Thread as Thread,
        ThreadKind as ThreadKind,
    )
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.context.communities": "Community",
            "episodic.context.digest_building": "DigestReport",
            "episodic.context.digests": "Digest",
            "episodic.context.pack": "ContextPack PackHead",
            "episodic.context.sections": "ContextLine Section SectionKind",
            "episodic.context.settlements": "ThreadStatus",
            "episodic.context.threads": "Thread ThreadKind",
        },
    )
