import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { useState } from 'react'
import {
  useChangeSearch,
  useMakeDefault,
  useRemoveSearch,
  useRestoreSearch,
} from '../../criteria/saved-searches.data.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { toastUndo } from '../../ui/toasts/undo-toast.tsx'
import type { SearchActs } from './search-columns.tsx'

/**
 * What the list does, the same at each render, as its columns have to be. The screen and not the row does it: a row is
 * gone by the time that its deletion is known.
 */
export function useSearchActs(onEdit: (search: ListedSavedSearch) => void): SearchActs {
  const { mutate: change } = useChangeSearch()
  const { mutate: makeDefault } = useMakeDefault()
  const { mutate: remove } = useRemoveSearch()
  const { mutate: restore } = useRestoreSearch()
  const [acts] = useState<SearchActs>(() => ({
    onEdit,
    onRemove: ({ id, name }) =>
      remove(id, {
        onSuccess: () =>
          toastUndo(`“${name}” is deleted`, () => restore(id, { onSuccess: () => toastDone(`“${name}” is back`) })),
      }),
    onDefault: ({ id, name }) => makeDefault(id, { onSuccess: () => toastDone(`“${name}” is the default now`) }),
    onEmail: ({ id, name }, emailChanges) =>
      change(
        { id, emailChanges },
        {
          onSuccess: () =>
            toastDone(emailChanges ? `Changes of “${name}” are emailed to you` : `No more emails about “${name}”`),
        },
      ),
  }))
  return acts
}
