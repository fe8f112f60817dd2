import { dncLists } from '@dooryard/contract/api/enums'
import type { DncListVersion } from '@dooryard/contract/data/dnc'
import { getStateName } from '../../../criteria/places/states.ts'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { actionColumn, StatsTable } from '../../../ui/table/stats-table.tsx'
import { useCoverage } from '../integration.data.ts'
import { describeListRemoval, selectOtherLists } from './coverage-rows.ts'
import { RemoveVersionButton, VersionOwner } from './version-cells.tsx'

const headers = [
  'List',
  { label: 'Source', holds: 'texts' },
  'Numbers',
  { label: 'Accessed', holds: 'texts' },
  actionColumn,
] as const

function ListRow({ version }: { version: DncListVersion }) {
  const { list, state, numbers, accessedOn, isUsed } = version
  const name = list === 'STATE' && state ? `List of ${getStateName(state)}` : dncLists.label(list)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-texts>
        <VersionOwner version={version} />
        {!isUsed && ' not used'}
      </td>
      <td>{formatNumber(numbers)}</td>
      <td data-texts>{formatDay(accessedOn)}</td>
      <td>
        <RemoveVersionButton
          version={version}
          label={`Remove: ${name}`}
          title={`Remove the ${name.charAt(0).toLowerCase()}${name.slice(1)}?`}
          consequence={describeListRemoval(version)}
          confirm="Remove the list"
          done={`${name} removed`}
        />
      </td>
    </tr>
  )
}

export function OtherLists() {
  const lists = selectOtherLists(useCoverage().data?.copies ?? [])
  if (lists.length === 0) return null
  return (
    <Panel title="Other lists">
      <ScrollRegion label="Other lists">
        <StatsTable label="Other lists" headers={headers}>
          {lists.map((version) => (
            <ListRow key={`${version.list} ${version.state} ${version.owner}`} version={version} />
          ))}
        </StatsTable>
      </ScrollRegion>
    </Panel>
  )
}
