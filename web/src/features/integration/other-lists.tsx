import type { DncCopy } from '@dooryard/contract/dnc'
import { dncLists } from '@dooryard/contract/vocabularies'
import { Button } from '@mantine/core'
import { stateName } from '../../criteria/places/states.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { actionColumn, FiguresTable } from '../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { Owner } from './coverage-columns.tsx'
import { otherLists, otherRemovalWords } from './coverage-rows.ts'
import { useCoverage, useIsPlatform, useRemoveCopy } from './integration.data.ts'

const nameOf = ({ list, state }: DncCopy) =>
  list === 'STATE' && state ? `List of ${stateName(state)}` : dncLists.label(list)

function RemoveList({ copy }: { copy: DncCopy }) {
  const remove = useRemoveCopy()
  const name = nameOf(copy)
  const ask = () =>
    askFirst({
      title: `Remove the ${name.charAt(0).toLowerCase()}${name.slice(1)}?`,
      children: otherRemovalWords(copy),
      labels: { confirm: 'Remove the list', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(copy, { onSuccess: () => toastDone(`${name}: removed`) }),
    })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={`Remove: ${name}`}
      loading={remove.isPending}
      onClick={ask}
    >
      Remove
    </Button>
  )
}

const headers = [
  'List',
  { label: 'Whose', holds: 'texts' },
  'Numbers',
  { label: 'Accessed', holds: 'texts' },
  actionColumn,
] as const

/** The lists beside the national registry, where there are any. */
export function OtherLists() {
  const isPlatform = useIsPlatform()
  const { data } = useCoverage()
  const lists = otherLists(data?.copies ?? [])
  if (lists.length === 0) return null
  return (
    <Panel title="Other lists">
      <ScrollRegion label="Other lists">
        <FiguresTable label="Other lists" headers={headers}>
          {lists.map((copy) => (
            <tr key={`${copy.list} ${copy.state} ${copy.owner}`}>
              <th scope="row">{nameOf(copy)}</th>
              <td data-texts>
                <Owner copy={copy} />
                {!copy.isUsed && ' not used'}
              </td>
              <td>{formatNumber(copy.numbers)}</td>
              <td data-texts>{formatDay(copy.accessedOn)}</td>
              <td>{(isPlatform || copy.owner === 'YOURS') && <RemoveList copy={copy} />}</td>
            </tr>
          ))}
        </FiguresTable>
      </ScrollRegion>
    </Panel>
  )
}
