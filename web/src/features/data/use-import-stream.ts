import type { RollImport } from '@dooryard/contract/roll-imports'
import { rolls } from '@dooryard/contract/rolls'
import { useEffect, useRef } from 'react'
import { watch } from '../../lib/watch.ts'
import { isUnderWay, useRefreshRolls, useShowImport } from './data.data.ts'

/**
 * Follows the import that is under way, and has everything asked for again once it is over: imports run one after the
 * other, so the next of them is followed then.
 */
export function useImportStream(imports: RollImport[] | undefined) {
  const id = imports?.findLast(isUnderWay)?.id
  const refresh = useRefreshRolls()
  const show = useShowImport()
  // The stream outlives many renders, and must see the newest of both.
  const latest = useRef({ refresh, show })
  useEffect(() => {
    latest.current = { refresh, show }
  })
  useEffect(() => {
    if (!id) return
    return watch(
      rolls.watchImport,
      { id },
      {
        onEvent: (told) => {
          latest.current.show(told)
          if (!isUnderWay(told)) void latest.current.refresh()
        },
        onState: (state) => {
          if (state === 'stopped') void latest.current.refresh()
        },
      },
    )
  }, [id])
}
