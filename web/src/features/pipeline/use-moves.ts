import type { BoardLead } from '@dooryard/contract/lead-board'
import { type LeadStage, leadStages } from '@dooryard/contract/vocabularies'
import { useState } from 'react'
import { dropUndo, toastUndo } from '../../ui/toasts/undo-toast.tsx'
import { useMoveLead } from './board.data.ts'
import { keyOfLead } from './board-rules.ts'
import { ownerOf } from './lead-words.ts'

/** Moves leads, says so, and takes it back. */
export function useMoves() {
  const { mutateAsync } = useMoveLead()
  const [news, setNews] = useState('')
  const [move] = useState(() => async (lead: BoardLead, to: LeadStage) => {
    const about = `move ${keyOfLead(lead)}`
    const message = `${ownerOf(lead)} moved to ${leadStages.label(to)}`
    const isBack = `${ownerOf(lead)} is in ${leadStages.label(lead.stage)} again`
    const undo = () => {
      setNews(isBack)
      // A toast says so where it fails.
      mutateAsync({ lead: { ...lead, stage: to }, to: lead.stage }).catch(() => setNews(message))
    }
    setNews(message)
    toastUndo(message, undo, { about, isSaid: true })
    try {
      await mutateAsync({ lead, to })
    } catch {
      dropUndo(about)
      setNews(isBack)
    }
  })
  return { move, news }
}
