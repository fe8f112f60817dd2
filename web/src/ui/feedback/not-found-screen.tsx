import { Illustration } from '../brand/illustration.tsx'
import { LinkButton } from '../display/links.tsx'
import { MessageCard, MessagePage } from './message.tsx'

const NotFound = ({ isMain }: { isMain: boolean }) => (
  <MessagePage within={!isMain} isMain={isMain}>
    <Illustration />
    <MessageCard
      code="404"
      title="Page Not Found"
      text="This page may have moved, or the link may be incomplete."
      actions={<LinkButton to="/">Go Home</LinkButton>}
    />
  </MessagePage>
)

export const NotFoundScreen = () => <NotFound isMain />

/** The same inside the portal, which stays usable. */
export const ScreenNotFound = () => <NotFound isMain={false} />
