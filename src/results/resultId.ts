/** The form of a result's id, which names files: 12 characters of base64url. */
const idForm = /^[A-Za-z0-9_-]{12}$/;

/** Whether a text can be the id of a result. Only then may it become part of a path. */
export const isResultId = (text: string): boolean => idForm.test(text);
