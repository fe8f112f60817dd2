import type { Dataset } from '@dooryard/contract/data/datasets/datasets'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'

type EditSourceProps = { dataset: Pick<Dataset, 'id' | 'name'>; isMain?: boolean }

/** Opens the source of a dataset in the wizard, with its newest file. */
export function EditSourceButton({ dataset: { id, name }, isMain = false }: EditSourceProps) {
  const navigate = useNavigate()
  const start = useEndpointMutation(countySetups.create, {
    refreshes: [countySetups.list],
    onSuccess: (setup) => void navigate({ to: '/portal/data/add', search: { setup: setup.id, step: 'columns' } }),
  })
  return (
    <>
      <Button
        size="xs"
        variant={isMain ? 'filled' : 'default'}
        leftSection={<SquarePen size={14} aria-hidden="true" />}
        aria-label={`Edit source of ${name}`}
        loading={start.isPending}
        onClick={() => start.mutate({ body: { dataset: id } })}
      >
        Edit source
      </Button>
      {start.error && <FailureNotice error={start.error} />}
    </>
  )
}
