import type { Criteria } from '@dooryard/contract/criteria'
import { Box, Button } from '@mantine/core'
import { formatNumber, plural } from '../../../lib/format.ts'
import { useCreditSettings } from '../../../lib/me.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { FootBar } from '../../../ui/layout/finder-frame.tsx'
import { toastFailure } from '../../../ui/toasts/toasts.ts'
import { toastUndo } from '../../../ui/toasts/undo-toast.tsx'
import { useMinOrder } from '../search/lead-finder.data.ts'
import { maxExcluded, withExcluded, withoutExcluded } from './selection-rules.ts'
import type { Selection } from './use-selection.ts'

type BulkBarProps = { criteria: Criteria; selection: Selection; onEdit: (edit: (now: Criteria) => Criteria) => void }

export function BulkBar({ criteria, selection, onEdit }: BulkBarProps) {
  const ids = [...selection.selected]
  const min = useMinOrder()
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const cost = setting && ` · up to ${plural(ids.length * setting.creditRequired, 'credit')}`
  const label = `Order these ${formatNumber(ids.length)}${cost ?? ''}`
  const exclude = () => {
    if ((criteria.exclude?.propertyIds?.length ?? 0) + ids.length > maxExcluded)
      return toastFailure(`At most ${formatNumber(maxExcluded)} properties can be left out of a search.`)
    onEdit((now) => withExcluded(now, ids))
    toastUndo(`${plural(ids.length, 'property', 'properties')} left out`, () =>
      onEdit((now) => withoutExcluded(now, ids)),
    )
  }
  return (
    <FootBar
      label="Selected properties"
      words={
        <>
          <strong>{formatNumber(ids.length)}</strong> selected
          {ids.length < min && (
            <Box component="span" visibleFrom="sm">
              {' '}
              · an order has at least {formatNumber(min)}
            </Box>
          )}
        </>
      }
    >
      <Button variant="subtle" color="gray" onClick={selection.clear}>
        Clear
      </Button>
      <Button variant="default" onClick={exclude}>
        Leave out
      </Button>
      {ids.length < min ? (
        <Button disabled>{label}</Button>
      ) : (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: { only: { propertyIds: ids } }, type: setting?.key }}
        >
          {label}
        </LinkButton>
      )}
    </FootBar>
  )
}
