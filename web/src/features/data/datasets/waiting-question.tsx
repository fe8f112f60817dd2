import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import type { DatasetVersion } from '@dooryard/contract/data/datasets/versions'
import { Button, Group, List, Text } from '@mantine/core'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { Instant } from '../../../ui/display/instant.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatChanges } from './dataset-formats.ts'
import { EditSourceButton } from './edit-source-button.tsx'

function getQuestion({ isReadable, canAccept }: DatasetVersion): string {
  if (!isReadable) return 'What is stored of a new version is damaged. Reject it, and refresh again.'
  return canAccept ? 'A new file looks worse than the loaded one' : 'A new file has other columns'
}

/** Asks whether a file that looks worse than the loaded one is loaded. */
export function WaitingQuestion({ dataset }: { dataset: Dataset }) {
  const { id, waiting, isRefreshing } = dataset
  const accept = useEndpointMutation(datasets.accept, { refreshes: refreshDependents })
  const reject = useEndpointMutation(datasets.reject, { refreshes: refreshDependents })
  if (!waiting) return null
  const input = { params: { id } }
  const isPending = accept.isPending || reject.isPending || isRefreshing
  const error = accept.error ?? reject.error
  return (
    <Notice tone="warn">
      <Text inherit fw={600}>
        {getQuestion(waiting)}
      </Text>
      <Text inherit mt={2}>
        {waiting.files.map(({ fileName }) => fileName).join(', ') || 'A new version'}, read{' '}
        <Instant at={waiting.createdAt} />. Searches and orders still use the loaded data.
      </Text>
      <List mt={8} fz="sm" lh="20px" spacing={2}>
        {waiting.reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
      {waiting.changes && (
        <Text inherit mt={8}>
          It would change: {formatChanges(waiting.changes)}.
        </Text>
      )}
      {waiting.isReadable && !waiting.canAccept && (
        <Text inherit mt={8}>
          Edit the source to choose the columns that take their place. The new file is opened with it.
        </Text>
      )}
      {waiting.message && (
        <Text inherit mt={8}>
          {waiting.message}
        </Text>
      )}
      {error && <FailureNotice error={error} />}
      <Group gap={8} mt={12}>
        {waiting.canAccept && (
          <Button size="xs" loading={accept.isPending} disabled={isPending} onClick={() => accept.mutate(input)}>
            Accept and load
          </Button>
        )}
        {waiting.isReadable && <EditSourceButton dataset={dataset} isMain={!waiting.canAccept} />}
        <Button
          size="xs"
          variant="default"
          loading={reject.isPending}
          disabled={isPending}
          onClick={() => reject.mutate(input)}
        >
          Reject
        </Button>
      </Group>
    </Notice>
  )
}
