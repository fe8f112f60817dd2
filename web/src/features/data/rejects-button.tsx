import type { Roll } from '@dooryard/contract/rolls'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useRejects } from './data.data.ts'

/** Saves the rows of a roll that were rejected, where there are any. */
export function RejectsButton({ roll }: { roll: Pick<Roll, 'id' | 'name' | 'source' | 'hasRejects'> }) {
  const rejects = useRejects()
  if (!roll.hasRejects) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      aria-label={`Rejects of ${roll.name}`}
      loading={rejects.isPending}
      onClick={() => rejects.mutate(roll)}
    >
      Rejects
    </Button>
  )
}
