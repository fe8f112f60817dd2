import { apiKeyPrefix } from '@dooryard/contract/api-keys'
import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { PasswordField } from '../../ui/form/inputs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { documentPath, referenceWithItsCode } from './api-reference.data.ts'
import classes from './api-reference.module.css'

const reveal = { 'aria-label': 'Show or hide the key', tabIndex: 0 }

const isKey = (text: string) => text.startsWith(apiKeyPrefix)

/** No password of theirs belongs here: it would be sent. */
const notForPasswordManagers = { autoComplete: 'new-password', 'data-1p-ignore': true, 'data-lpignore': 'true' }

function KeyPanel({ apiKey, onKey }: { apiKey: string; onKey: (apiKey: string) => void }) {
  return (
    <Panel>
      <div className={classes.key}>
        <PasswordField
          label="Your API key"
          description="What you send from this page is sent with it. It is forgotten when you leave the page."
          placeholder={`${apiKeyPrefix}…`}
          {...notForPasswordManagers}
          spellCheck={false}
          value={apiKey}
          error={apiKey && !isKey(apiKey) && `An API key begins with ${apiKeyPrefix}; this is not sent`}
          visibilityToggleButtonProps={reveal}
          onChange={({ currentTarget }) => onKey(currentTarget.value.trim())}
        />
        <Anchor size="sm" renderRoot={(props) => <Link to="/portal/api-keys" {...props} />}>
          Make a key
        </Anchor>
      </div>
    </Panel>
  )
}

const wholeDocument = (
  <Button
    component="a"
    variant="default"
    href={documentPath}
    download="openapi.json"
    leftSection={<Download size={16} />}
  >
    OpenAPI document
  </Button>
)

type ScreenProps = { call?: string | undefined; onCall: (call: string | undefined) => void }

/** Every call that an API key opens, and every event that a webhook is told of. */
export function ApiReferenceScreen(props: ScreenProps) {
  const [apiKey, setApiKey] = useState('')
  const { data, error, refetch } = useQuery(referenceWithItsCode)
  return (
    <>
      <PageHeader
        heading="API reference"
        title="API Reference"
        lead="What your programs can call with an API key, and what webhooks tell them. The OpenAPI document has every other call too."
        actions={wholeDocument}
      />
      <KeyPanel apiKey={apiKey} onKey={setApiKey} />
      {data ? (
        <data.Calls document={data.document} apiKey={isKey(apiKey) ? apiKey : ''} {...props} />
      ) : error ? (
        <LoadFailure what="The reference" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} radius="md" role="status" aria-label="Loading the reference" />
      )}
    </>
  )
}
