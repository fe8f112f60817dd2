import { type Roll, rolls } from '@dooryard/contract/data/rolls'
import { Box, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'

/** Marks a roll whose import was interrupted, so that the store may hold only part of it. */
export const IncompleteBadge = () => (
  <Box pt={6}>
    <StatusBadge status="INCOMPLETE" label="Incomplete: import it again" />
  </Box>
)

export function RejectsButton({ roll: { id, name, source, hasRejects } }: { roll: Roll }) {
  const save = useMutation({
    mutationFn: () => downloadFile(rolls.rejects, { params: { id } }),
    onSuccess: (blob) => saveBlob(blob, `${source}-rejects.csv`),
  })
  if (!hasRejects) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      aria-label={`Rejects of ${name}`}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Rejects
    </Button>
  )
}
