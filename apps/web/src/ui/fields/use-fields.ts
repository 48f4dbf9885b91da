import { type FormErrors, type UseFormInput, useForm } from '@mantine/form';
import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../storage/unsaved-input.ts';
import { asTyped, type Typed, typedPart, withTyped } from './typed-part.ts';

/** Why the form cannot be sent as it is, in the words that stand at the field; false if it can. */
type Rules<V> = { [Name in keyof V]?: (value: V[Name], values: V) => string | false | undefined };

export type Keep<V> = {
  /**
   * Names the form among those whose input is stored: what is typed is kept over a reload and the end of a session,
   * until it is saved or given up.
   */
  form?: string;
  /** What was typed before, if it is known otherwise. */
  back?: Typed<V> | undefined;
  /** The paths of amounts and pictures, of which null is none. */
  nullable?: readonly string[];
  /** The part of what is typed that is stored. */
  storedPart?: (typed: Typed<V>) => Typed<V>;
  /** Why the server refused what comes back. */
  refused?: Refusal | undefined;
};

type Refusal = { field: string | undefined; reason: string };

/** A refusal of one field, as the form shows it. */
const errorsOf = (refusal: Refusal | undefined): FormErrors =>
  refusal?.field === undefined ? {} : { [refusal.field]: refusal.reason };

export type Fields<V extends object> = ReturnType<typeof useFields<V>>;

/**
 * The fields of a form. What is typed stands over `initial`, which may change meanwhile: somebody else may edit the
 * other fields. Rules are functions, because the content security policy allows no schema that compiles itself.
 */
export function useFields<V extends object>(
  initial: V,
  rules: Rules<V> = {},
  { form: name, back: before, nullable, storedPart = (typed) => typed, refused }: Keep<V> = {},
) {
  const user = useContext(UserIdContext);
  const read = (stored: unknown) => asTyped(stored, initial, nullable);
  const [back, setBack] = useState(
    () => before ?? (name === undefined ? undefined : readUnsaved(user, name, read)),
  );
  const saved = useRef(initial);
  const unstore = () => {
    if (name !== undefined) removeUnsaved(user, name);
  };
  const store = (values: V) => {
    const typed = typedPart(values, saved.current);
    const stored = typed && storedPart(typed);
    if (name !== undefined && stored && Object.keys(stored).length > 0)
      storeUnsaved(user, name, stored);
    else unstore();
  };
  const { values, errors, ...form } = useForm<V>({
    initialValues: withTyped(initial, back),
    initialErrors: errorsOf(refused),
    validate: rules as UseFormInput<V>['validate'] & object,
    onValuesChange: store,
  });

  /** Somebody has tried to send it in vain: from then on each field says at once what is wrong with it. */
  const [tried, setTried] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change
  useEffect(() => {
    if (tried) form.validate();
  }, [tried, values]);

  const savedText = JSON.stringify(initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says when what is saved has changed
  useLayoutEffect(() => {
    if (saved.current === initial) return;
    const typed = typedPart(form.getValues(), saved.current);
    saved.current = initial;
    form.setValues(withTyped(initial, typed));
    form.setErrors(errors);
  }, [savedText]);

  const setField = (path: string, value: unknown) => form.setFieldValue(path, value as never);
  /** For a field whose content is its `value`. */
  const input = (path: string) => {
    const { value, onChange, error } = form.getInputProps(path);
    return { name: path, value, error: error as ReactNode, onChange };
  };
  return {
    values,
    /** undefined for nothing. */
    typed: typedPart(values, initial),
    /** Whether input that was not saved has come back. */
    isBack: back !== undefined,
    errors,
    input,
    /** For a text, which a browser proposes nothing for. */
    text: (path: string) => ({ ...input(path), autoComplete: 'off' }),
    checkbox: (path: string) => {
      const { checked, onChange } = form.getInputProps(path, { type: 'checkbox' });
      return { checked, onChange };
    },
    change: (part: Partial<V>) => {
      for (const [path, value] of Object.entries(part)) setField(path, value);
    },
    /** Whether the form can be sent. If not, each wrong field says why, and the first one takes the focus. */
    check: (sent: HTMLFormElement): boolean => {
      const { hasErrors, errors } = form.validate() as { hasErrors: boolean; errors: FormErrors };
      setTried(hasErrors);
      const isWrong = (field: Element) => (field.getAttribute('name') ?? '') in errors;
      const first = [...sent.elements].find(isWrong);
      if (first instanceof HTMLElement) first.focus();
      return !hasErrors;
    },
    /** Says at its field why the server refused it. */
    refuse: (refusal: Refusal | undefined) => form.setErrors(errorsOf(refusal)),
    /** Keeps what is typed on the screen alone. */
    unstore,
    /** Gives up what is typed. */
    forget: () => {
      form.setInitialValues(saved.current);
      form.reset();
      setTried(false);
      setBack(undefined);
    },
  };
}
