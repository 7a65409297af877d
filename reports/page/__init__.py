"""The parts of HTML pages: a template, style sheets and scripts."""
