import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Button } from '@mantine/core'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { ActionBar } from '../../../ui/layout/frames/finder-frame.tsx'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'
import { showUndoToast } from '../../../ui/toasts/undo-toast.tsx'
import { addExcluded, maxExcluded, removeExcluded } from './selection-rules.ts'
import type { Selection } from './use-selection.ts'

type BulkBarProps = {
  criteria: Criteria
  selection: Selection
  onEdit: (edit: (current: Criteria) => Criteria) => void
}

export function BulkBar({ criteria, selection, onEdit }: BulkBarProps) {
  const ids = [...selection.selected]
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const cost = setting && ` · up to ${pluralize(ids.length * setting.creditRequired, 'credit')}`
  const label = `${ids.length === 1 ? 'Order this lead' : `Order these ${formatNumber(ids.length)}`}${cost ?? ''}`
  const exclude = () => {
    if ((criteria.exclude?.propertyIds?.length ?? 0) + ids.length > maxExcluded)
      return showErrorToast(`At most ${formatNumber(maxExcluded)} properties can be left out of a search.`)
    onEdit((current) => addExcluded(current, ids))
    showUndoToast(`${pluralize(ids.length, 'property', 'properties')} left out`, () =>
      onEdit((current) => removeExcluded(current, ids)),
    )
  }
  return (
    <ActionBar
      label="Selected properties"
      words={
        <>
          <strong>{formatNumber(ids.length)}</strong> selected
        </>
      }
    >
      <Button variant="subtle" color="gray" onClick={selection.clear}>
        Clear
      </Button>
      <Button variant="default" onClick={exclude}>
        Leave out
      </Button>
      <LinkButton to="/portal/orders/create" search={{ criteria: { only: { propertyIds: ids } }, type: setting?.key }}>
        {label}
      </LinkButton>
    </ActionBar>
  )
}
