const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether what a provider gives back as an id of ours can be one: others may sell by the same account. */
export const isOurId = (id: string | undefined): id is string => id !== undefined && uuid.test(id)
