import type { Criteria } from '@dooryard/contract/criteria'
import { Button } from '@mantine/core'
import { formatNumber, plural } from '../../lib/format.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { FootBar } from '../../ui/layout/finder-frame.tsx'
import { toastFailure } from '../../ui/toasts/toasts.ts'
import { toastUndo } from '../../ui/toasts/undo-toast.tsx'
import classes from './order-bar.module.css'
import { mostLeftOut, withLeftOut, withoutLeftOut } from './selection-rules.ts'
import { useLeastOrder } from './use-least-order.ts'
import type { Selection } from './use-selection.ts'

type BulkBarProps = { criteria: Criteria; selection: Selection; onEdit: (edit: (now: Criteria) => Criteria) => void }

/** What can be done with the properties that are selected. */
export function BulkBar({ criteria, selection, onEdit }: BulkBarProps) {
  const ids = [...selection.selected]
  const least = useLeastOrder()
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const cost = setting && ` · up to ${plural(ids.length * setting.creditRequired, 'credit')}`
  const words = `Order these ${formatNumber(ids.length)}${cost ?? ''}`
  const leaveOut = () => {
    if ((criteria.exclude?.propertyIds?.length ?? 0) + ids.length > mostLeftOut)
      return toastFailure(`At most ${formatNumber(mostLeftOut)} properties can be left out of a search.`)
    onEdit((now) => withLeftOut(now, ids))
    toastUndo(`${plural(ids.length, 'property', 'properties')} left out`, () =>
      onEdit((now) => withoutLeftOut(now, ids)),
    )
  }
  return (
    <FootBar
      label="Selected properties"
      words={
        <>
          <strong>{formatNumber(ids.length)}</strong> selected
          {ids.length < least && <span className={classes.type}> · an order has at least {formatNumber(least)}</span>}
        </>
      }
    >
      <Button variant="subtle" color="gray" onClick={selection.clear}>
        Clear
      </Button>
      <Button variant="default" onClick={leaveOut}>
        Leave out
      </Button>
      {ids.length < least ? (
        <Button disabled>{words}</Button>
      ) : (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: { only: { propertyIds: ids } }, type: setting?.key }}
        >
          {words}
        </LinkButton>
      )}
    </FootBar>
  )
}
