import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { ImportFolder } from '@dooryard/contract/data/sources/setup-files'
import { Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowUp, File, Folder } from 'lucide-react'
import { useState } from 'react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatBytes, formatDay } from '../../../lib/format/format.ts'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { EmptyNote } from '../../../ui/feedback/state-view.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import classes from './file-step.module.css'

type FolderPickerProps = { isPending: boolean; onChoose: (path: string) => void }
type Entry = ImportFolder['entries'][number]

const getParent = (path: string) => path.split('/').slice(0, -1).join('/')

function FolderEntry({ entry, onOpen, isPending, onChoose }: FolderPickerProps & { entry: Entry; onOpen: () => void }) {
  const { name, path, isFolder, size, modifiedAt } = entry
  const Icon = isFolder ? Folder : File
  const details = [size !== null && formatBytes(size), formatDay(modifiedAt)].filter((part) => !!part).join(', ')
  return (
    <Group component="li" wrap="nowrap" gap={8}>
      <UnstyledButton
        className={classes.entry}
        disabled={isPending}
        aria-label={isFolder ? `Open ${name}` : `Add ${name}`}
        onClick={() => (isFolder ? onOpen() : onChoose(path))}
      >
        <Icon size={16} aria-hidden="true" style={{ flex: 'none' }} />
        <span>{name}</span>
        <Text span inherit c="dimmed" style={{ flex: 'none' }}>
          {details}
        </Text>
      </UnstyledButton>
      {isFolder && (
        <Button flex="none" size="compact-sm" variant="default" disabled={isPending} onClick={() => onChoose(path)}>
          Add all
        </Button>
      )}
    </Group>
  )
}

/** Chooses a file, or all files of a folder, in the import folder of the server. */
export function FolderPicker(props: FolderPickerProps) {
  const [path, setPath] = useState('')
  const result = useQuery(buildLiveQuery(countySetups.importFolder, { query: { path } }))
  return (
    <QueryContent what="The folder" result={result} loading={<Skeleton height={180} />}>
      {({ entries, unreadable, isTruncated }) => (
        <Stack gap={8}>
          {path !== '' && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              style={{ alignSelf: 'start' }}
              leftSection={<ArrowUp size={14} aria-hidden="true" />}
              onClick={() => setPath(getParent(path))}
            >
              {path}
            </Button>
          )}
          {entries.length === 0 && unreadable.length === 0 ? (
            <EmptyNote>The folder is empty. Put files into the import folder of the server.</EmptyNote>
          ) : (
            <PlainList aria-label="Import folder">
              {entries.map((entry) => (
                <FolderEntry key={entry.path} {...props} entry={entry} onOpen={() => setPath(entry.path)} />
              ))}
            </PlainList>
          )}
          {unreadable.map((sentence) => (
            <Text key={sentence} c="dimmed" fz="sm">
              {sentence}
            </Text>
          ))}
          {isTruncated && (
            <Text c="dimmed" fz="sm">
              Only the first entries are shown.
            </Text>
          )}
        </Stack>
      )}
    </QueryContent>
  )
}
