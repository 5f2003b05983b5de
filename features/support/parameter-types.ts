import { defineParameterType } from '@cucumber/cucumber';

/** A wire name: letters and digits only, so that a sentence may end in a colon right behind it. */
defineParameterType({ name: 'action', regexp: /[A-Za-z][A-Za-z0-9]*/, transformer: (name) => name });
