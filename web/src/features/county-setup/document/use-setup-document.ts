import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SetupDocument } from '@dooryard/contract/data/sources/setup-proposal'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/errors.ts'
import { sendOnLeave } from '../../../lib/api/send-on-leave.ts'
import { usePageRestored } from '../../../ui/hooks/use-page-restored.ts'
import { isDocumentIncomplete } from '../columns-step/source-editor/source-edits.ts'
import { documentQuery } from '../county-setup.data.ts'
import { createAutosave, type SaveState } from './autosave.ts'

const saveDelayMs = 600

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'

/** Saves the document of a setup in order, each time as the successor of the version that this tab knows. */
function useDocumentAutosave(id: string) {
  const cache = useQueryClient()
  const [state, setState] = useState<SaveState>({ status: 'SAVED' })
  const [autosave] = useState(() =>
    createAutosave<SourceDocument>({
      delayMs: saveDelayMs,
      onState: setState,
      save: async (document) => {
        const version = cache.getQueryData<SetupDocument>(documentQuery(id).queryKey)?.version ?? 0
        const saved = await api.call(countySetups.saveDocument, { params: { id }, body: { version, document } })
        cache.setQueryData(documentQuery(id).queryKey, saved)
      },
    }),
  )
  return { ...autosave, state }
}

/**
 * The source document of a setup. Changes show at once and are saved a moment later; one that another tab has
 * overtaken is kept until the user takes over the newer document.
 */
export function useSetupDocument(setup: CountySetup) {
  const { id, documentVersion } = setup
  const result = useQuery({ ...documentQuery(id), enabled: documentVersion > 0 })
  const { refetch } = result
  const known = result.data?.version ?? 0
  const cache = useQueryClient()
  const autosave = useDocumentAutosave(id)
  const [edited, setEdited] = useState<SourceDocument>()
  const { state, isDirty, discard, flush, handOver } = autosave
  const getVersion = () => cache.getQueryData<SetupDocument>(documentQuery(id).queryKey)?.version ?? documentVersion

  // A newer version that this tab did not save: from a proposal, or from another tab.
  const followServer = useEffectEvent(() => {
    if (documentVersion > known && known > 0 && !isDirty()) void refetch()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new version is looked at
  useEffect(() => followServer(), [documentVersion])
  useEffect(() => {
    if (state.status === 'SAVED' && !isDirty()) setEdited(undefined)
  }, [state.status, isDirty])
  // What was changed last is not lost by leaving.
  useEffect(() => () => void (isDirty() && flush().catch(() => {})), [isDirty, flush])
  const reload = async () => {
    await discard()
    setEdited(undefined)
    await refetch()
  }
  useWindowEvent('pagehide', () =>
    handOver((document, isAfterCall) => {
      const version = getVersion() + (isAfterCall ? 1 : 0)
      return sendOnLeave(countySetups.saveDocument, { params: { id }, body: { version, document } })
    }),
  )
  // What could not be handed over is saved now; what was is newer than what this tab knows.
  usePageRestored(() => void (isDirty() ? flush().catch(() => {}) : reload()))

  return {
    ...{ result, state, isDirty },
    document: edited ?? result.data?.document ?? undefined,
    /** Saves at once, and resolves with the version that is then the newest one of this tab. */
    save: async () => {
      await flush()
      return getVersion()
    },
    isConflict: state.status === 'FAILED' && isConflict(state.error),
    change: (document: SourceDocument) => {
      setEdited(document)
      autosave.change(document, !isDocumentIncomplete(document))
    },
    /** Shows the newest document of the server in place of what is not saved. */
    reload,
    /** Forgets what is not saved, and resolves with the newest version that this tab knows. */
    discard: async () => {
      await discard()
      setEdited(undefined)
      return getVersion()
    },
  }
}

export type SetupDocumentState = ReturnType<typeof useSetupDocument>
