"""Azure DevOps as far as the desk asks it, on this machine: work items with their revisions, and its refusals."""
