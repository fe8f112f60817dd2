import { CopyButton } from '../../ui/display/copy-button.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { pretty } from './webhook-words.ts'
import classes from './webhooks.module.css'

type TextViewProps = { label: string; text: string; what: string; isRaw?: boolean }

/** A text that programs send each other: JSON set out in lines, unless the very text is asked for, which is what is copied. */
export function TextView({ label, text, what, isRaw }: TextViewProps) {
  return (
    <div className={classes.view}>
      <ScrollRegion label={label} className={classes.viewText}>
        <pre>{isRaw ? text : pretty(text)}</pre>
      </ScrollRegion>
      <CopyButton value={text} what={what} />
    </div>
  )
}
