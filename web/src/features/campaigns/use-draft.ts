import { useRef, useState } from 'react'
import { changed, type Draft, emptyDraft, loadDraft, saveDraft } from './draft.ts'

/** The draft of one user, saved at every change. */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => loadDraft(userId))
  // What answers from the server change is changed in the draft as it is by then.
  const latest = useRef(draft)
  const keep = (next: Draft) => {
    latest.current = next
    setDraft(next)
    saveDraft(userId, next)
  }
  return {
    draft,
    change: (change: Partial<Draft>) => keep(changed(latest.current, change)),
    discard: () => keep(emptyDraft()),
  }
}
