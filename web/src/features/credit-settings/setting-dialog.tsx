import { type CampaignType, campaignTypes } from '@dooryard/contract/api/enums'
import {
  adminCreditSettings,
  type CreditSetting,
  CreditSettingDraft,
  creditSettings,
} from '@dooryard/contract/billing/credits'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api/api.ts'
import { useInvalidateOnSettled } from '../../lib/api/use-endpoint-mutation.ts'
import { wholeNumberField } from '../../lib/format/parse-typed.ts'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair, MutationDialog } from '../../ui/form/mutation-dialog.tsx'
import { MutationForm } from '../../ui/form/mutation-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { EffectPreview, useEffectPreview } from './effect-preview.tsx'

/** The setting to edit, or a new one for a type that has none. */
export type EditedSetting = { setting?: CreditSetting; freeTypes: CampaignType[] }

const SettingForm = CreditSettingDraft.extend({
  creditRequired: wholeNumberField(CreditSettingDraft.shape.creditRequired),
  minCampaignVolume: wholeNumberField(CreditSettingDraft.shape.minCampaignVolume),
})

// Without `strip` the schema would reject the other fields, and no effect would be shown.
const TermsSchema = SettingForm.pick({ creditRequired: true, minCampaignVolume: true, isActive: true }).strip()

const toFormValues = ({ setting }: EditedSetting) => ({
  key: setting?.key ?? '',
  name: setting?.name ?? '',
  description: setting?.description ?? '',
  creditRequired: String(setting?.creditRequired ?? 1),
  minCampaignVolume: String(setting?.minCampaignVolume ?? 50),
  isActive: setting?.isActive ?? true,
})

/** Activates a type, or changes its terms. */
function saveSetting(draft: CreditSettingDraft, before: CreditSetting | undefined) {
  if (!before) return api.call(adminCreditSettings.create, { body: draft })
  const { key: _, description = null, ...rest } = draft
  const { id, creditRequired, minCampaignVolume, isActive } = before
  const expected = { creditRequired, minCampaignVolume, isActive }
  return api.call(adminCreditSettings.change, { params: { id }, body: { ...rest, description, expected } })
}

const useSaveSetting = (setting: CreditSetting | undefined) =>
  useMutation({
    mutationFn: (draft: CreditSettingDraft) => saveSetting(draft, setting),
    onSettled: useInvalidateOnSettled([adminCreditSettings.list, creditSettings.list]),
  })

type FieldsProps = {
  edited: EditedSetting
  save: ReturnType<typeof useSaveSetting>
  onCancel: () => void
  onDone: () => void
}

function Fields({ edited, save, onCancel, onDone }: FieldsProps) {
  const runExclusive = useSingleFlight()
  const form = useSchemaForm(SettingForm, toFormValues(edited), () => save.isError && save.reset())
  const { setting, freeTypes } = edited
  // Keeps the same object until something is typed: each new object restarts the debounce.
  const terms = useMemo(() => TermsSchema.safeParse(form.values).data, [form.values])
  const preview = useEffectPreview(setting, terms)
  const done = ({ name }: CreditSetting) => {
    showSuccessToast(`${name} saved`)
    onDone()
  }
  const submit = form.submit((values) => {
    if (preview.requirePreview()) return
    runExclusive((release) =>
      save.mutate(SettingForm.parse(values), { onSuccess: done, onError: form.showRefusal, onSettled: release }),
    )
  })
  const types = (setting ? [setting.key] : freeTypes).map((value) => ({ value, label: campaignTypes.label(value) }))
  return (
    <MutationForm
      call={save}
      form={form}
      lead={setting && 'Existing orders keep their price.'}
      send="Save"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <FormFields
        form={form}
        fields={[
          {
            name: 'key',
            kind: 'select',
            label: 'Key type',
            description: 'The campaign type this price is for',
            placeholder: 'Select a type',
            data: types,
            disabled: setting !== undefined,
          },
          { name: 'name', label: 'Name', 'data-autofocus': setting !== undefined },
          {
            name: 'description',
            kind: 'textarea',
            label: 'Description',
            description: 'Shown where users choose a campaign type',
            rows: 2,
          },
        ]}
      />
      <FieldPair>
        <FormFields
          form={form}
          fields={[
            {
              name: 'creditRequired',
              label: 'Credit required',
              description: 'Credits per lead',
              inputMode: 'numeric',
            },
            {
              name: 'minCampaignVolume',
              label: 'Minimum campaign volume',
              description: 'Leads in the minimum order',
              inputMode: 'numeric',
            },
          ]}
        />
      </FieldPair>
      <FormFields form={form} fields={[{ name: 'isActive', kind: 'switch', label: 'Active' }]} />
      {setting && <EffectPreview {...preview} />}
    </MutationForm>
  )
}

/** Edits the price of a lead. It saves only after the effect of the change was shown. */
export function SettingDialog({
  edited,
  opened,
  onClose,
}: {
  edited: EditedSetting
  opened: boolean
  onClose: () => void
}) {
  const save = useSaveSetting(edited.setting)
  return (
    <MutationDialog
      call={save}
      opened={opened}
      onClose={onClose}
      title={edited.setting ? `Edit ${edited.setting.name}` : 'Add a campaign type'}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <Fields edited={edited} save={save} onCancel={close} onDone={onClose} />}
    </MutationDialog>
  )
}
