/** A question that a table or its body can't answer. Its message can be shown to the user. */
export class QuestionError extends Error {}
