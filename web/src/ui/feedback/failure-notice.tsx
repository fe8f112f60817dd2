import type { ReactNode } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { useAnnouncedError } from '../toasts/announced-errors.ts'
import { Notice } from './notice.tsx'

type FailureNoticeProps = {
  error: Error
  /** `warn` while it is unknown whether the call took effect. */
  tone?: 'bad' | 'warn'
  /** The message, if it is not the error's own. */
  children?: ReactNode
}

/** Shows a failed call where it was made; if it is `bad`, announces it in place of its toast. */
export function FailureNotice({ error, tone = 'bad', children = getErrorMessage(error) }: FailureNoticeProps) {
  useAnnouncedError(tone === 'bad' ? error : undefined)
  return <Notice tone={tone}>{children}</Notice>
}
