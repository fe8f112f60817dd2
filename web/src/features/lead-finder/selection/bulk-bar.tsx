import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Button } from '@mantine/core'
import { AddToList } from '../../../criteria/lists/add-to-list.tsx'
import { type ListedProperties, useChangeList } from '../../../criteria/lists/lists.data.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { ActionBar } from '../../../ui/layout/frames/finder-frame.tsx'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'
import { showUndoToast } from '../../../ui/toasts/undo-toast.tsx'
import type { FinderState } from '../finder-state.ts'
import type { Selected } from './selection-rules.ts'
import { buildSelectionCriteria, countSelected, leaveOut, maxExcluded, removeExcluded } from './selection-rules.ts'
import type { Selection } from './use-selection.ts'

/** Where the order's leads come from: their saved search with its name, and the sort of the rows if one is chosen. */
export type OrderOrigin = { name: string | undefined; saved?: string | undefined } & Partial<
  Pick<FinderState, 'sort' | 'order'>
>

type OnEdit = (edit: (current: Criteria) => Criteria) => void

type BulkBarProps = {
  criteria: Criteria
  selection: Selection
  /** How many properties match. */
  total: number
  origin: OrderOrigin
  onEdit: OnEdit
}

/** The actions on the selection: the properties ticked, or all that match but those unticked. */
export function BulkBar({ criteria, selection, total, origin, onEdit }: BulkBarProps) {
  const { selected } = selection
  const count = countSelected(selected, total)
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const cost = setting && ` · up to ${pluralize(count * setting.creditRequired, 'credit')}`
  const label = `${count === 1 ? 'Order this lead' : `Order these ${formatNumber(count)}`}${cost ?? ''}`
  return (
    <ActionBar
      label="Selected properties"
      words={
        <>
          <strong>{formatNumber(count)}</strong> selected
          {selected.isAll && (selected.ids.size > 0 ? ` of ${formatNumber(total)} that match` : ', all that match')}
        </>
      }
    >
      {!selected.isAll && count < total && (
        <Button variant="subtle" onClick={selection.selectAll}>
          Select all {formatNumber(total)} that match
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={selection.clear}>
        Clear
      </Button>
      <RemoveFromList {...{ criteria, selection }} />
      <AddToList properties={toListed(criteria, selected)} isDisabled={count === 0} />
      <ExcludeButton {...{ criteria, selection, count, onEdit }} />
      {count === 0 ? (
        <Button disabled>{label}</Button>
      ) : (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: buildSelectionCriteria(criteria, selected), type: setting?.key, ...origin }}
        >
          {label}
        </LinkButton>
      )}
    </ActionBar>
  )
}

const toListed = (criteria: Criteria, selected: Selected): ListedProperties =>
  selected.isAll ? { criteria: buildSelectionCriteria(criteria, selected) } : { propertyIds: [...selected.ids] }

/** Where the search is limited to one list: removes the selection from it. */
function RemoveFromList({ criteria, selection }: Pick<BulkBarProps, 'criteria' | 'selection'>) {
  const { apply, isPending } = useChangeList({ isSearched: true })
  const [id, ...others] = criteria.only?.listIds ?? []
  if (id === undefined || others.length > 0) return null
  const remove = () => {
    apply('REMOVE', id, toListed(criteria, selection.selected))
    selection.clear()
  }
  return (
    <Button variant="default" disabled={isPending} onClick={remove}>
      Remove from list
    </Button>
  )
}

type ExcludeProps = Omit<BulkBarProps, 'total' | 'origin'> & { count: number }

function ExcludeButton({ criteria, selection: { selected }, count, onEdit }: ExcludeProps) {
  const rest = leaveOut(criteria, selected)
  const exclude = () => {
    if (!rest) return showErrorToast('All properties that match are selected: excluding them would leave none.')
    if ((rest.exclude?.propertyIds?.length ?? 0) > maxExcluded)
      return showErrorToast(`At most ${formatNumber(maxExcluded)} properties can be excluded from a search.`)
    onEdit((current) => leaveOut(current, selected) ?? current)
    showUndoToast(`${pluralize(count, 'property', 'properties')} excluded`, () =>
      // Filters that were changed meanwhile stay, unless the search was narrowed to what had been unticked.
      onEdit((current) => (selected.isAll ? criteria : removeExcluded(current, [...selected.ids]))),
    )
  }
  return (
    <Button variant="default" onClick={exclude}>
      Exclude
    </Button>
  )
}
