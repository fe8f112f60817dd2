import { Notice } from '../ui/display/panel.tsx'
import type { useCount } from './criteria.data.ts'

/** Says that an order would bring nothing, once that is known. */
export function NobodyNew({ count }: { count: ReturnType<typeof useCount> }) {
  if (count.data?.mailable !== 0) return null
  return <Notice tone="warn">Nobody new can be mailed with these filters.</Notice>
}
