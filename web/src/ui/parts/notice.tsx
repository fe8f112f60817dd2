import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

const icons = { info: Info, good: CircleCheck, warn: CircleAlert, bad: TriangleAlert }

/** One sentence that matters here, in its place on the screen. */
export function Notice({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <Icon size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
