import { type CountySetupSummary, countySetups } from '@dooryard/contract/data/sources/county-setups'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmDeleteSetup } from '../../entities/county/delete-setup.ts'
import { api } from '../../lib/api/api.ts'
import { listAll } from '../../lib/api/list-all.ts'
import { buildLiveQuery, toQueryKey } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { formatList } from '../../lib/format/format-list.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { AnchorLink, LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'

const initialLimit = 5

const formatTitle = ({ name, countyName, fileNames }: CountySetupSummary) =>
  name ?? countyName ?? fileNames[0] ?? 'Without a name'

function OpenSetup({ setup }: { setup: CountySetupSummary }) {
  const remove = useEndpointMutation(countySetups.remove, { refreshes: [countySetups.list], awaitsRefresh: true })
  const title = formatTitle(setup)
  const search = { setup: setup.id, step: 'file' } as const
  const confirmDelete = () => confirmDeleteSetup(() => remove.mutate({ params: { id: setup.id } }))
  return (
    <Group component="li" justify="space-between" gap="8px 16px">
      <TextWithDescription
        first={
          <AnchorLink to="/portal/data/add" search={search}>
            {title}
          </AnchorLink>
        }
        second={
          <>
            {setup.edits && 'Edits the loaded source, '}
            {setup.fileNames.length > 0 && `${formatList(setup.fileNames, 'and')}, `}
            changed <Instant at={setup.updatedAt} />
          </>
        }
      />
      <Group gap={8}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Delete the setup ${title}`}
          loading={remove.isPending}
          onClick={confirmDelete}
        >
          Delete
        </Button>
        <LinkButton
          size="compact-sm"
          variant="default"
          to="/portal/data/add"
          search={search}
          aria-label={`Continue with ${title}`}
        >
          Continue
        </LinkButton>
      </Group>
    </Group>
  )
}

/** The counties that the administrator has started to add, to go on with; nothing without any. */
export function SetupsPanel() {
  const [isExpanded, setExpanded] = useState(false)
  const { data } = useQuery(buildLiveQuery(countySetups.list, { query: { page: 1, limit: initialLimit } }))
  const all = useQuery({
    queryKey: [...toQueryKey(countySetups.list), 'all'],
    queryFn: ({ signal }) => listAll((query) => api.call(countySetups.list, { query }, { signal })),
    enabled: isExpanded,
  })
  if (!data || data.totalCount === 0) return null
  const setups = all.data ?? data.items
  return (
    <Panel
      title="Counties being added"
      aside={
        <Text c="dimmed" fz="sm" className="numbers">
          {formatNumber(data.totalCount)}
        </Text>
      }
    >
      <PlainList gap={14} aria-label="Counties being added">
        {setups.map((setup) => (
          <OpenSetup key={setup.id} setup={setup} />
        ))}
      </PlainList>
      {data.totalCount > setups.length && (
        <Button mt={12} size="xs" variant="default" loading={all.isLoading} onClick={() => setExpanded(true)}>
          Show all {formatNumber(data.totalCount)}
        </Button>
      )}
    </Panel>
  )
}
