import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { Box, Stack } from '@mantine/core'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AddFiles, useSetupUploads } from './add-files.tsx'
import { CountyPanel, type SetupNames } from './county-panel.tsx'
import { FileList } from './file-list.tsx'
import { TableCard } from './table-card.tsx'

type FileStepProps = {
  setup: CountySetup | undefined
  names: SetupNames
  onNames: (names: SetupNames) => void
  ensureSetup: () => Promise<string>
}

function Findings({ setup: { proposal, documentVersion, countyFips } }: { setup: CountySetup }) {
  if (proposal.refusal) return <Notice tone="bad">{proposal.refusal}</Notice>
  if (proposal.status === 'READY' && documentVersion === 0 && countyFips === null)
    return <Notice tone="warn">No column names the county: choose it above.</Notice>
  if (!proposal.schemaName) return null
  return <Notice tone="good">Recognized as {proposal.schemaName}. Its columns are matched for you.</Notice>
}

function Tables({ setup: { id, tables, files } }: { setup: CountySetup }) {
  return tables.map((table) => (
    <TableCard
      key={table.id}
      setupId={id}
      table={table}
      fileName={files.find((file) => file.id === table.fileId)?.fileName ?? ''}
      isOnly={tables.length === 1}
    />
  ))
}

/** The first step: the county, the files, and the tables that were found in them. */
export function FileStep({ setup, names, onNames, ensureSetup }: FileStepProps) {
  const uploads = useSetupUploads(ensureSetup)
  return (
    <Stack gap="var(--screen-gap)">
      <CountyPanel setup={setup} names={names} onNames={onNames} />
      <Panel title="Files">
        <Box maw={720}>
          <AddFiles ensureSetup={ensureSetup} uploads={uploads} />
          {setup && (
            <FileList
              setupId={setup.id}
              files={setup.files}
              onReplace={(replaces, file) => uploads.start({ query: { replaces }, file })}
            />
          )}
        </Box>
      </Panel>
      {setup?.proposal.message && <Notice tone="bad">{setup.proposal.message}</Notice>}
      {setup && <Findings setup={setup} />}
      {setup && <Tables setup={setup} />}
    </Stack>
  )
}
