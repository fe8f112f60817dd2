import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLazyLoad } from '../hooks/hooks.ts'
import type { LeaveDialogProps } from './leave-dialog.tsx'

type LeaveGuardProps = Pick<LeaveDialogProps, 'title' | 'text' | 'leave' | 'discard'> & {
  /** Whether leaving now would lose something. */
  when: () => boolean
  /** Tries to save it first, and asks only where that fails. */
  save?: () => Promise<unknown>
  /** Whether closing or reloading the tab would lose it too, so that the browser shows its own prompt. */
  asksOnReload?: boolean
  /** Whether another search of the same screen leaves it, as where the search opens a page of its own. */
  asksOnSearch?: boolean
}

/** Asks before navigation discards unsaved work. The dialog's code loads on first use. */
export function LeaveGuard({ when, save, asksOnReload = false, asksOnSearch = false, ...asks }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isOtherSearch = asksOnSearch && JSON.stringify(current.search) !== JSON.stringify(next.search)
      const isLost = (current.pathname !== next.pathname || isOtherSearch) && when()
      if (!isLost || !save) return isLost
      return save().then(
        () => false,
        () => true,
      )
    },
    enableBeforeUnload: asksOnReload && when,
    withResolver: true,
  })
  const [Dialog, load] = useLazyLoad(async () => (await import('./leave-dialog.tsx')).LeaveDialog)
  const isWanting = status === 'blocked' && !Dialog
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt to leave, which `proceed` is of, asks anew
  useEffect(() => {
    if (isWanting) load(false)
  }, [isWanting, proceed])
  return (
    Dialog && <Dialog {...asks} opened={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />
  )
}
