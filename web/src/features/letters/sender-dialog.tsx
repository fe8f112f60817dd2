import { LetterSender, letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import { showFailureToast, showSuccessToast } from '../../ui/toasts/toasts.ts'

/** The return address, which is above each letter and on the back of postcards. */
export function SenderDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data, refetch } = useQuery(buildQuery(letterTemplates.sender, {}))
  const user = useUser()
  const call = useEndpointMutation(letterTemplates.saveSender, {
    refreshes: [letterTemplates.sender, letterTemplates.preview],
    awaitsRefresh: true,
  })
  const load = useEffectEvent(async () => {
    const { error } = data ? { error: null } : await refetch()
    if (!error) return
    showFailureToast(error)
    onClose()
  })
  useEffect(() => {
    if (opened) void load()
  }, [opened])
  if (!data) return null
  const fresh = {
    ...{ name: `${user.firstName} ${user.lastName}`, company: user.companyName ?? '' },
    ...{ street: '', unit: '', city: '', state: '', zip: '', phone: '' },
  }
  return (
    <FormDialog
      schema={LetterSender}
      initialValues={data.sender ?? fresh}
      call={call}
      send={async (values) => {
        await call.mutateAsync({ body: values })
        showSuccessToast('Return address saved')
      }}
      submitLabel="Save"
      opened={opened}
      onClose={onClose}
      title="Return address"
      lead="Printed on your letters and postcards. Mailings that you have made keep the address they had."
    >
      {(form) =>
        opened ? (
          <>
            <FieldPair>
              <FormFields
                form={form}
                fields={[
                  { name: 'name', label: 'Your name', autoComplete: 'name', 'data-autofocus': true },
                  { name: 'company', label: 'Company (optional)', autoComplete: 'organization' },
                ]}
              />
            </FieldPair>
            <FormFields form={form} fields={[{ name: 'street', label: 'Street', autoComplete: 'address-line1' }]} />
            <FieldPair>
              <FormFields
                form={form}
                fields={[
                  { name: 'unit', label: 'Unit (optional)', autoComplete: 'address-line2' },
                  { name: 'city', label: 'City', autoComplete: 'address-level2' },
                  { name: 'state', label: 'State', maxLength: 2, autoComplete: 'address-level1' },
                  { name: 'zip', label: 'ZIP', maxLength: 10, autoComplete: 'postal-code' },
                ]}
              />
            </FieldPair>
            <FormFields
              form={form}
              fields={[
                {
                  name: 'phone',
                  label: 'Phone (optional)',
                  description: 'For {{sender.phone}} in your texts',
                  autoComplete: 'tel',
                },
              ]}
            />
          </>
        ) : (
          <Skeleton height={320} />
        )
      }
    </FormDialog>
  )
}
