import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOnDemand } from '../hooks.ts'
import type { LeaveDialogProps } from './leave-dialog.tsx'

type LeaveGuardProps = Pick<LeaveDialogProps, 'title' | 'text' | 'leave' | 'discard'> & {
  /** Whether leaving now would lose something. */
  when: () => boolean
  /** Whether closing or reloading the tab loses it too, so that the browser asks in words of its own. */
  asksOnReload?: boolean
}

/** Asks before another screen replaces one with work in it. The code of the dialog comes with the first. */
export function LeaveGuard({ when, asksOnReload = false, ...asks }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && when(),
    enableBeforeUnload: asksOnReload && when,
    withResolver: true,
  })
  const [Dialog, load] = useOnDemand(async () => (await import('./leave-dialog.tsx')).LeaveDialog)
  const isWanting = status === 'blocked' && !Dialog
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt to leave, which `proceed` is of, asks anew
  useEffect(() => {
    if (isWanting) load()
  }, [isWanting, proceed])
  return (
    Dialog && <Dialog {...asks} opened={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />
  )
}
