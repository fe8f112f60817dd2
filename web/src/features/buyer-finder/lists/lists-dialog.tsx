import { ownerTypes } from '@dooryard/contract/api/enums'
import { type BuyerList, buyerLists, type SavedBuyer } from '@dooryard/contract/properties/buyer-lists'
import { ActionIcon, Button, Group, Modal, NativeSelect, Paper, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MaskedText } from '../../../criteria/owners/masked-text.tsx'
import { useBuyerLists } from '../../../entities/buyer/buyer-lists.data.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { downloadFile } from '../../../lib/api/file-transfer.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize, toReadableCase } from '../../../lib/format/format.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'

const pageSize = 100
const refreshes = [buyerLists.list, buyerLists.buyers]

function SavedBuyerLine({ buyer, onRemove }: { buyer: SavedBuyer; onRemove: () => void }) {
  const { names, isOwnerMasked, buyerType, mailingCity, mailingState, portfolioSize } = buyer
  const name = names.join(' & ')
  const town = [mailingCity && toReadableCase(mailingCity), mailingState].filter(Boolean).join(', ')
  const facts = [
    buyerType !== 'UNKNOWN' && ownerTypes.label(buyerType),
    town,
    pluralize(portfolioSize, 'property', 'properties'),
  ]
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap={12} py={6}>
      <div>
        <Text component="div" fz={14} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {!name ? 'Name not given' : isOwnerMasked ? <MaskedText what="Buyer" text={name} /> : toReadableCase(name)}
        </Text>
        <Text fz={12} c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <ActionIcon aria-label="Remove from list" data-hint="Remove from list" onClick={onRemove}>
        <Trash2 size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}

function SavedBuyers({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const query = { page, limit: pageSize }
  const { data, error, refetch } = useQuery(buildQuery(buyerLists.buyers, { params: { id }, query }))
  const remove = useEndpointMutation(buyerLists.removeBuyer, { refreshes })
  if (error && !data) return <LoadFailure what="The buyers" error={error} onRetry={() => void refetch()} />
  if (data?.totalCount === 0)
    return (
      <Text fz={13} c="dimmed" mt={12}>
        No buyers yet. Select buyers in the table, then save them to this list.
      </Text>
    )
  return (
    <>
      <PlainList>
        {data?.items.map((buyer) => (
          <SavedBuyerLine
            key={buyer.buyerKey}
            buyer={buyer}
            onRemove={() => remove.mutate({ params: { id, buyerKey: buyer.buyerKey } })}
          />
        ))}
      </PlainList>
      {data && data.totalPages > 1 && (
        <Group gap={8} mt={8} justify="flex-end">
          <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button size="xs" variant="default" disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </Group>
      )}
    </>
  )
}

function ListActions({ list, onRemoved }: { list: BuyerList; onRemoved: () => void }) {
  const { id } = list
  const [name, setName] = useState(list.name)
  const [isConfirming, setConfirming] = useState(false)
  const rename = useEndpointMutation(buyerLists.rename, { refreshes })
  const remove = useEndpointMutation(buyerLists.remove, { refreshes, onSuccess: onRemoved })
  const save = useMutation({
    mutationFn: () => downloadFile(buyerLists.export, { params: { id } }),
    onSuccess: (csv) => {
      saveBlob(csv, 'buyers.csv')
      showSuccessToast('buyers.csv saved')
    },
  })
  return (
    <>
      <Group gap={8} mt={12} align="flex-end">
        <TextInput
          flex={{ base: '1 1 100%', sm: 1 }}
          label="Name"
          maxLength={100}
          value={name}
          error={rename.error && getErrorMessage(rename.error)}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onBlur={() => name.trim() !== list.name && rename.mutate({ params: { id }, body: { name } })}
        />
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
          disabled={list.buyers === 0}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Export CSV
        </Button>
        <Button variant="subtle" color="bad" onClick={() => setConfirming(true)}>
          Delete list
        </Button>
      </Group>
      {isConfirming && (
        <Paper withBorder p={12} my={8} role="alert">
          <Text fz={13} mb={8}>
            Delete “{list.name}” with {pluralize(list.buyers, 'buyer')}?
          </Text>
          <Group gap={8}>
            <Button size="xs" color="bad" loading={remove.isPending} onClick={() => remove.mutate({ params: { id } })}>
              Delete
            </Button>
            <Button size="xs" variant="default" onClick={() => setConfirming(false)}>
              Cancel
            </Button>
          </Group>
        </Paper>
      )}
    </>
  )
}

/** The saved buyer lists: their buyers, names and exports. */
export function ListsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const lists = useBuyerLists()
  const [chosenId, setChosenId] = useState<string>()
  const list = lists.find(({ id }) => id === chosenId) ?? lists[0]
  return (
    <Modal opened={opened} onClose={onClose} title="Buyer lists" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      {list ? (
        <>
          <NativeSelect
            label="List"
            data={lists.map(({ id, name, buyers }) => ({ value: id, label: `${name} (${formatNumber(buyers)})` }))}
            value={list.id}
            onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
          />
          <ListActions key={`actions ${list.id}`} list={list} onRemoved={() => setChosenId(undefined)} />
          <SavedBuyers key={list.id} id={list.id} />
        </>
      ) : (
        <Text c="dimmed">No lists yet. Select buyers in the table, then choose “Save to list”.</Text>
      )}
    </Modal>
  )
}
