import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { isNotFoundError } from '../../../lib/api/errors.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { parseLeadKey } from '../lead-key.ts'

export const leadDetailQuery = (key: string) => buildQuery(leadBoard.get, { params: parseLeadKey(key) })

const invalidateNotes = (cache: QueryClient, key: string) =>
  Promise.all([
    cache.invalidateQueries(leadDetailQuery(key)),
    cache.invalidateQueries({ queryKey: [leadBoard.list.path, 'column'] }),
  ])

/** Adds a note to a lead; reports the result even if its form has been closed. */
export function useAddNote(key: string, onAdded: (text: string) => void) {
  const cache = useQueryClient()
  const once = useIdempotentCall()
  return useMutation({
    mutationFn: (text: string) =>
      once((idempotencyKey) =>
        api.call(leadBoard.addNote, { params: parseLeadKey(key), body: { text } }, { idempotencyKey }),
      ),
    onSuccess: (_, text) => {
      onAdded(text)
      void invalidateNotes(cache, key)
    },
  })
}

const removeNoteMutationKey = ['remove-note']

/** Deletes a note; reports the result even if the drawer has been closed. A note already deleted counts as success. */
export function useRemoveNote(key: string, onRemoved: (noteId: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: removeNoteMutationKey,
    mutationFn: (noteId: string) =>
      api.call(leadBoard.removeNote, { params: { ...parseLeadKey(key), noteId } }).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error
      }),
    onSuccess: (_, noteId) => {
      onRemoved(noteId)
      return invalidateNotes(cache, key)
    },
  })
}

/** The notes being deleted, until the lead has been refetched without them. */
export const useDeletingNotes = () =>
  useMutationState({
    filters: { mutationKey: removeNoteMutationKey, status: 'pending' },
    select: ({ state }) => state.variables as string, // the variables of `useRemoveNote`
  })

export function useRestoreNote(key: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (noteId: string) => api.call(leadBoard.restoreNote, { params: { ...parseLeadKey(key), noteId } }),
    onSettled: () => void invalidateNotes(cache, key),
  })
}
