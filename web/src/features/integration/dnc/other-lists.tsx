import type { DncCopy } from '@dooryard/contract/dnc'
import { dncLists } from '@dooryard/contract/vocabularies'
import { stateName } from '../../../criteria/places/states.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { actionColumn, FiguresTable } from '../../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { useCoverage } from '../integration.data.ts'
import { CopyOwner, RemoveCopyButton } from './copy-cells.tsx'
import { describeListRemoval, otherLists } from './coverage-rows.ts'

const headers = [
  'List',
  { label: 'Whose', holds: 'texts' },
  'Numbers',
  { label: 'Accessed', holds: 'texts' },
  actionColumn,
] as const

function ListRow({ copy }: { copy: DncCopy }) {
  const { list, state, numbers, accessedOn, isUsed } = copy
  const name = list === 'STATE' && state ? `List of ${stateName(state)}` : dncLists.label(list)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-texts>
        <CopyOwner copy={copy} />
        {!isUsed && ' not used'}
      </td>
      <td>{formatNumber(numbers)}</td>
      <td data-texts>{formatDay(accessedOn)}</td>
      <td>
        <RemoveCopyButton
          copy={copy}
          label={`Remove: ${name}`}
          title={`Remove the ${name.charAt(0).toLowerCase()}${name.slice(1)}?`}
          consequence={describeListRemoval(copy)}
          confirm="Remove the list"
          done={`${name}: removed`}
        />
      </td>
    </tr>
  )
}

export function OtherLists() {
  const lists = otherLists(useCoverage().data?.copies ?? [])
  if (lists.length === 0) return null
  return (
    <Panel title="Other lists">
      <ScrollRegion label="Other lists">
        <FiguresTable label="Other lists" headers={headers}>
          {lists.map((copy) => (
            <ListRow key={`${copy.list} ${copy.state} ${copy.owner}`} copy={copy} />
          ))}
        </FiguresTable>
      </ScrollRegion>
    </Panel>
  )
}
