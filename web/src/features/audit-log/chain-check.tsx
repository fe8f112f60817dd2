import type { AuditProof } from '@dooryard/contract/audit-log'
import { formatNumber } from '../../lib/format.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import classes from './audit-log.module.css'

const holds = (entries: number) =>
  entries === 1 ? 'The one entry there is holds.' : `All ${formatNumber(entries)} entries follow from one another.`

/** What reading the whole log over has shown. */
export function ChainCheck({ proof }: { proof: AuditProof }) {
  const { isIntact, entries, brokenAt, newestHash } = proof
  if (!isIntact) {
    return (
      <Notice tone="bad">
        Entry {brokenAt} does not follow from the one before it: it was changed, or something before it was taken out.
        What stands from there on is not proved.
      </Notice>
    )
  }
  return (
    <Notice tone="good">
      <div className={classes.proof}>
        <span>{holds(entries)}</span>
        {newestHash && (
          <span className={classes.newest}>
            Newest: <code title={newestHash}>{newestHash.slice(0, 16)}…</code>
            <CopyButton value={newestHash} what="the newest hash" />
          </span>
        )}
      </div>
    </Notice>
  )
}
