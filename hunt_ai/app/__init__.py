"""What people run: the command line and, later, engines and pages over everything below."""
