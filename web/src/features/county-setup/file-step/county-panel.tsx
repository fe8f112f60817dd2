import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { CountySetupChange } from '@dooryard/contract/data/sources/setup-changes'
import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CountySelect } from '../../../entities/county/county-select.tsx'
import { sendOnLeave } from '../../../lib/api/send-on-leave.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { documentQuery, useStoreSetup } from '../county-setup.data.ts'

export type SetupNames = { name: string; countyFips: string }

type CountyPanelProps = {
  setup: CountySetup | undefined
  /** What is filled in before there is a setup to save it in. */
  names: SetupNames
  onNames: (names: SetupNames) => void
}

/** The county that the tables name themselves, while none is chosen. */
function useProposedCounty(setup: CountySetup | undefined): string | undefined {
  const isWanted = setup !== undefined && setup.countyFips === null && setup.documentVersion > 0
  const { data } = useQuery({ ...documentQuery(setup?.id ?? ''), enabled: isWanted })
  const county = isWanted ? data?.document?.county : undefined
  return county && 'fips' in county ? county.fips : undefined
}

/** The county of the data and the name of its source. Saved when a field is left. */
export function CountyPanel({ setup, names, onNames }: CountyPanelProps) {
  const store = useStoreSetup()
  const call = useEndpointMutation(countySetups.change, { onSuccess: store, refreshes: [countySetups.document] })
  const [typedName, setTypedName] = useState<string>()
  const proposed = useProposedCounty(setup)
  const name = typedName ?? (setup ? (setup.name ?? '') : names.name)
  const countyFips = setup ? (setup.countyFips ?? '') : names.countyFips
  const change = (body: CountySetupChange) => setup && call.mutate({ params: { id: setup.id }, body })
  const setCounty = (fips: string) => {
    onNames({ ...names, countyFips: fips })
    change({ countyFips: fips || null })
  }
  const trimmed = name.trim()
  const isRenamed = setup !== undefined && trimmed !== (setup.name ?? '')
  const finishName = () => {
    onNames({ ...names, name: trimmed })
    if (isRenamed) change({ name: trimmed || null })
    setTypedName(trimmed)
  }
  useWindowEvent('pagehide', () => {
    if (setup && isRenamed)
      sendOnLeave(countySetups.change, { params: { id: setup.id }, body: { name: trimmed || null } })
  })
  return (
    <Panel title="County">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16}>
        <Stack gap={8}>
          <CountySelect
            label="County"
            description="Leave it empty if the file has several counties"
            value={countyFips}
            onChange={setCounty}
          />
          {proposed && (
            <Button
              size="compact-sm"
              variant="default"
              style={{ alignSelf: 'start' }}
              onClick={() => setCounty(proposed)}
            >
              Use the county of the file
            </Button>
          )}
        </Stack>
        <TextInput
          label="Name"
          description="As people see it, such as Example County, assessor"
          maxLength={100}
          value={name}
          onChange={({ currentTarget: { value } }) => setTypedName(value)}
          onBlur={finishName}
        />
      </SimpleGrid>
      {call.error && (
        <Text component="div" mt={12}>
          <FailureNotice error={call.error} />
        </Text>
      )}
    </Panel>
  )
}
