import { Button } from '@mantine/core'
import type { ApiError } from '../../lib/errors.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { useOwnerLimit } from '../../ui/display/state-view.tsx'
import classes from './results-table.module.css'

/** Why rows are missing from the table once the owners of a day are used up, said once for all of them. */
export function OwnerLimitNotice({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { isOver, text } = useOwnerLimit(error)
  return (
    <div className={classes.limit} role="status">
      <Notice tone="warn">
        {text}{' '}
        {isOver && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try Again
          </Button>
        )}
      </Notice>
    </div>
  )
}
